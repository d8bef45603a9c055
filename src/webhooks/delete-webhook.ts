import type { Merchant } from '../kernel/merchants/store';
import * as webhooks from './store/webhooks';
import { Problem } from '../kernel/rules/problem';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';

/** Throws Problem `webhook_not_found`, also for another merchant's. */
export async function deleteWebhook(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchant: Merchant,
  webhookId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const deleted = await webhooks.deleteWebhook(trx, merchant.id, webhookId);
    if (!deleted) throw new Problem('webhook_not_found');
    await recordAuditEvent(deps, trx, audit, 'webhook.deleted', { subject: webhookId });
  });
}

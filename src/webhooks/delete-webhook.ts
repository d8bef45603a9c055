import type { Merchant } from '../../db/accounts/merchants';
import * as webhooks from '../../db/webhooks/webhooks';
import { Problem } from '../../domain/problem';
import { recordAuditEvent, type AuditContext } from '../accounts/record-audit-event';
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

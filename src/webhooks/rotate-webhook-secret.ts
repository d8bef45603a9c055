import type { IdempotencyClaim } from '../kernel/idempotency/store';
import type { Merchant } from '../kernel/merchants/store';
import * as webhooks from './store/webhooks';
import { Problem } from '../kernel/rules/problem';
import { acceptSecret } from './accept-secret';
import { answerOnceInTransaction, type Answer } from '../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';

/**
 * The previous secret signs beside the new one for 24 hours. Throws Problem `webhook_not_found`.
 */
export async function rotateWebhookSecret(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  webhookId: string,
  given: string | null,
  claim: IdempotencyClaim | null,
  render: (rotated: webhooks.Webhook & { readonly secret: string }) => string,
): Promise<Answer> {
  const webhook = await findWebhook(deps, merchant, webhookId);
  const secret = acceptSecret(given);
  const answer = { status: 200, body: render({ ...webhook, secret }) };
  return answerOnceInTransaction(deps, claim, answer, async (trx) => {
    const sealed = deps.vault.seal(secret, 'webhooks.secret');
    const rotated = await webhooks.rotateSecret(trx, merchant.id, webhookId, sealed);
    if (!rotated) throw new Problem('webhook_not_found');
    await recordAuditEvent(deps, trx, audit, 'webhook.secret_rotated', { subject: webhookId });
  });
}

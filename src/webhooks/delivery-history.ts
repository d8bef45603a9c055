import * as history from './store/delivery-history';
import type { OutboxMessage } from '../kernel/outbox/store/messages';
import type { IdempotencyClaim } from '../kernel/idempotency/store';
import type { Merchant } from '../kernel/merchants/store';
import { Problem } from '../kernel/rules/problem';
import { answerOnceByWork, type Answer } from '../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';

export type { DeliveryRecord } from './store/delivery-history';

/** Newest first. Throws Problem `webhook_not_found`, also for another merchant's. */
export async function listDeliveries(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  webhookId: string,
  slice: history.DeliverySlice,
): Promise<{ readonly items: readonly history.DeliveryRecord[]; readonly hasMore: boolean }> {
  await findWebhook(deps, merchant, webhookId);
  return history.listDeliveries(deps.db, webhookId, slice);
}

/**
 * A pending delivery is attempted at once. Throws Problem `delivery_not_found`, or `state_conflict`
 * where its webhook is not active.
 */
export async function redeliver(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  deliveryId: string,
  claim: IdempotencyClaim | null,
  render: (delivery: history.DeliveryRecord) => string,
): Promise<Answer> {
  let messages: readonly OutboxMessage[] = [];
  const answered = await answerOnceByWork(deps, claim, 200, async (trx) => {
    const record = await history.findDeliveryRecord(trx, merchant.id, deliveryId);
    if (record === null) throw new Problem('delivery_not_found');
    if (record.webhookStatus !== 'active') {
      throw new Problem('state_conflict', { message: `The webhook is ${record.webhookStatus}.` });
    }
    messages = await history.redeliver(trx, [deliveryId]);
    await recordAuditEvent(deps, trx, audit, 'delivery.sent_again', { subject: deliveryId });
    return render({ ...record, status: 'pending', nextAttemptAt: new Date() });
  });
  if (!answered.replayed) deps.outbox.enqueue(messages);
  return answered;
}

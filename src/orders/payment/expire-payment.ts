import { expireNow } from '../store/apply-transition';
import type { Merchant } from '../../kernel/merchants/store';
import { Problem } from '../../kernel/rules/problem';
import { countMoves } from '../../platform/observe/metrics';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { enqueueInquiredWake } from '../../kernel/outbox/store/messages';
import { findPayment, type FoundPayment } from './find-payment';

/**
 * Idempotent. Without an `audit` when its payer replaces it. The payment's workflow finds it
 * expired at its deadline. Throws Problem `payment_not_found`, or `state_conflict` when the payment
 * has succeeded or failed.
 */
export async function expirePayment(
  deps: Deps,
  audit: AuditContext | null,
  merchant: Merchant,
  paymentId: string,
): Promise<FoundPayment> {
  const ended = await expireNow(deps.db, merchant.id, paymentId, async (trx) => {
    if (audit === null) return;
    await recordAuditEvent(deps, trx, audit, 'payment.expired', { subject: paymentId });
  });
  if (ended === null) throw new Problem('payment_not_found');
  countMoves(deps.metrics, { ...ended, kind: 'payment' }, ended.transitions);
  deps.outbox.enqueue(ended.messages);
  // Its workflow asks the provider to close a QR code of the provider's.
  if (ended.transitions.length > 0) {
    deps.outbox.enqueue(await enqueueInquiredWake(deps.db, paymentId, 'expired by its merchant'));
  }
  if (ended.status !== 'expired') {
    throw new Problem('state_conflict', { message: `The payment is ${ended.status}.` });
  }
  return findPayment(deps, merchant, paymentId);
}

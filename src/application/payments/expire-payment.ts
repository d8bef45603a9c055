import { expireNow } from '../../db/orders/apply-transition';
import { findPayment } from '../../db/orders/orders';
import type { Payment } from '../../db/orders/orders';
import type { Merchant } from '../../db/accounts/merchants';
import { Problem } from '../../domain/problem';
import { recordAuditEvent } from '../accounts/record-audit-event';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';

/**
 * Expires a pending payment. Idempotent. Its workflow finds the payment expired at its deadline.
 * Throws Problem `payment_not_found`, or `state_conflict` when the payment has succeeded or failed.
 */
export async function expirePayment(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  paymentId: string,
): Promise<Payment> {
  const ended = await expireNow(deps.db, merchant.id, paymentId, (trx) =>
    recordAuditEvent(deps, trx, audit, 'payment.expired', { subject: paymentId }),
  );
  if (ended === null) throw new Problem('payment_not_found');
  for (const move of ended.transitions) deps.metrics.moves.inc({ kind: 'payment', move });
  deps.outbox.enqueue(ended.dispatches);
  if (ended.status !== 'expired') {
    throw new Problem('state_conflict', { message: `The payment is ${ended.status}.` });
  }
  const payment = await findPayment(deps.db, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  return payment;
}

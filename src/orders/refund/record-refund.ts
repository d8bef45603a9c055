import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import { Problem } from '../../kernel/rules/problem';
import { retryTaken } from '../../ledger/store/movements';
import { newId } from '../../platform/new-id';
import { countMoves } from '../../platform/observe/metrics';
import type { Deps } from '../../deps';
import { applyDecision } from './decide-manual-refund';
import { findRefundTerms, payerOf, refundableAmount } from './refund-terms';
import { lockRefundablePayment } from './store/refunds';
import { writeRefund } from './write-refund';

export interface RecordedRefund {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly amountSatang: number;
  /** The bank's id of the transfer. */
  readonly bankReference: string;
  readonly reason: string | null;
}

/**
 * Records a refund that the merchant has paid from its own provider account, where the gateway can
 * refund nothing. Returns the id of the refund, which has succeeded. Throws Problem
 * `payment_not_found`, `payment_not_refundable` for a payment whose refund the gateway pays,
 * `refund_exceeds_remaining`, `invalid_amount`, `refund_window_passed`, `bank_reference_used`,
 * `insufficient_funds` or `payout_limit_exceeded`.
 */
export async function recordRefund(
  deps: Pick<Deps, 'db' | 'metrics' | 'origin' | 'outbox' | 'providers' | 'vault'>,
  audit: AuditContext,
  { merchantId, paymentId, amountSatang: asked, bankReference, reason }: RecordedRefund,
): Promise<string> {
  const createdAt = new Date();
  const id = newId('re_', createdAt.getTime());
  const { amountSatang, messages } = await retryTaken(() =>
    deps.db.transaction(async (trx) => {
      const payment = await lockRefundablePayment(trx, merchantId, paymentId);
      if (payment === null) throw new Problem('payment_not_found');
      const terms = await findRefundTerms(deps, payment);
      if (!terms.isOwnMoney) throw new Problem('payment_not_refundable');
      const amountSatang = refundableAmount(payment, { ...terms, isOwnMoney: false }, asked);
      const { messages: begun } = await writeRefund(deps, trx, {
        orderId: id,
        merchantId,
        accountId: payment.accountId,
        amountSatang,
        paymentId,
        refundMethod: terms.method,
        reason,
        metadata: null,
        account: await payerOf(deps, payment),
        awaitsApproval: false,
        payeeDigest: null,
        createdAt,
      });
      const ended = await applyDecision(deps, trx, id, { kind: 'paid', bankReference });
      const detail = { payment: paymentId, amountSatang, bankReference };
      await recordAuditEvent(deps, trx, audit, 'refund.recorded', { subject: id, detail });
      return { amountSatang, messages: [...begun, ...ended] };
    }),
  );
  countMoves(deps.metrics, { kind: 'refund', amountSatang }, ['complete']);
  deps.outbox.enqueue(messages);
  return id;
}

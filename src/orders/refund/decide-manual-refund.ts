import { applyPending } from '../store/apply-transition';
import { storeReport, type NewReport } from './store/manual-refunds';
import { retryTaken } from '../../ledger/store/movements';
import { enqueueWake, type OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Db } from '../../platform/postgres/connect';
import { plainFailure } from '../rules/callback';
import { Problem } from '../../kernel/rules/problem';
import { countMoves } from '../../platform/observe/metrics';
import { newId } from '../../platform/new-id';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { lockManualRefund } from './manual-refunds';

export type ManualRefundDecision =
  /** `bankReference`: the bank's id of the transfer. */
  | { readonly kind: 'paid'; readonly bankReference: string }
  /** `reason` is shown to the merchant. */
  | { readonly kind: 'unpayable'; readonly reason: string };

/**
 * The decision is evidence like a callback and is applied in its own transaction, with the audit
 * event. Throws Problem `refund_not_found`, `bank_reference_used`, or `state_conflict` when the
 * refund has ended, an exception has to be resolved first, or it would be released while its
 * payment awaits an approval.
 */
export async function decideManualRefund(
  deps: Pick<Deps, 'db' | 'metrics' | 'outbox' | 'vault'>,
  audit: AuditContext,
  refundId: string,
  decision: ManualRefundDecision,
): Promise<void> {
  const isPaid = decision.kind === 'paid';
  const transition = isPaid ? 'complete' : 'fail';
  const { kind, ...facts } = decision;
  const { refund, messages } = await retryTaken(() =>
    deps.db.transaction(async (trx) => {
      const locked = await lockManualRefund({ db: trx }, refundId);
      const { merchantId, amountSatang, proposal } = locked;
      if (!isPaid && proposal?.status === 'pending') throw new Problem('state_conflict');
      const messages = await applyDecision(deps, trx, refundId, decision);
      await recordAuditEvent(deps, trx, audit, `refund.${kind}`, {
        subject: refundId,
        detail: { amountSatang, ...facts },
        merchant: { id: merchantId, detail: { amountSatang } },
      });
      return { refund: locked, messages };
    }),
  );
  countMoves(deps.metrics, { kind: 'refund', amountSatang: refund.amountSatang }, [transition]);
  deps.outbox.enqueue(messages);
}

/**
 * Applies the decision as evidence. The refund's workflow sends the webhooks and ends. Throws
 * Problem `bank_reference_used`, or `state_conflict` when it does not end the refund.
 */
export async function applyDecision(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  refundId: string,
  decision: ManualRefundDecision,
): Promise<readonly OutboxMessage[]> {
  const report = reportOf(deps, refundId, decision);
  if (!(await storeReport(trx, report))) {
    throw new Problem('bank_reference_used', { param: 'reference' });
  }
  const applied = await applyPending(trx, refundId);
  const transition = decision.kind === 'paid' ? 'complete' : 'fail';
  if (applied?.transitions.includes(transition) !== true) throw new Problem('state_conflict');
  return enqueueWake(trx, refundId, report.id);
}

function reportOf(
  { vault }: Pick<Deps, 'vault'>,
  refundId: string,
  decision: ManualRefundDecision,
): NewReport {
  const outcome =
    decision.kind === 'paid'
      ? ({ reported: 'succeeded', transactionId: decision.bankReference.toUpperCase() } as const)
      : ({
          reported: 'failed',
          failure: plainFailure({ code: 'cannot_be_paid', message: decision.reason }),
        } as const);
  const bodySealed = vault.seal(JSON.stringify(decision), 'callbacks.body');
  return { id: newId('cb_'), refundId, outcome, bodySealed };
}

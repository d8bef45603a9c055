import { decideManualRefund } from './decide-manual-refund';
import { recordRefund, type RecordedRefund } from './record-refund';
import { findManualRefund, lockManualRefund } from './manual-refunds';
import { sameRequestWaits } from '../../kernel/approvals/request-approval';
import { act, approvalsAreOn } from '../../kernel/acts/act';

const byOperator = { realm: 'operator', role: 'operator', stepUp: 'required' } as const;

/** A refund recorded as paid is booked as money that has left. */
const refund_paid = act<{ readonly refundId: string; readonly bankReference: string }>({
  title: { en: 'Record of a manual refund as paid', th: 'บันทึกว่าโอนเงินคืนแล้ว' },
  ...byOperator,
  /**
   * The refund is locked until a proposal is committed, so that it is not released meanwhile: its
   * transfer has been made. Throws Problem `state_conflict` while a proposal waits: the insert of
   * another one would wait for an approval that waits for this lock.
   */
  async before(within, { refundId }) {
    if (!approvalsAreOn(within)) return;
    const refund = await lockManualRefund(within, refundId);
    if (refund.proposal?.status === 'pending') throw sameRequestWaits();
  },
  needsApproval: approvalsAreOn,
  async facts(deps, { refundId, bankReference }) {
    const refund = await findManualRefund(deps, refundId);
    const { merchantId, amountSatang, bankName: bank, accountMask: account } = refund;
    return {
      merchantId,
      subject: refundId,
      detail: { amountSatang, bank, account, bankReference },
    };
  },
  run: (deps, audit, { refundId, bankReference }) =>
    decideManualRefund(deps, audit, refundId, { kind: 'paid', bankReference }),
});

/** Releases the hold: no money leaves. */
const refund_unpayable = act<{ readonly refundId: string; readonly reason: string }>({
  ...byOperator,
  run: (deps, audit, { refundId, reason }) =>
    decideManualRefund(deps, audit, refundId, { kind: 'unpayable', reason }),
});

/** Of the money of the merchant's own provider account. */
const refund_recorded = act<RecordedRefund, string>({
  realm: 'merchant',
  role: 'owner',
  run: recordRefund,
});

export const refundActs = { refund_paid, refund_unpayable, refund_recorded };

import { browseRefunds, findRefund, type Refund } from '../../refund/find-refund';
import { transactionIdOf } from '../../../kernel/events/rules/event-bodies';
import type { RefundState } from '../../rules/kinds/refund';
import { feeColumns } from '../../../fees/pages/columns';
import { zoned } from '../../../pages/kit/files/columns';
import type { ListDefinition } from '../list/definition';
import { listOperations } from '../list/operations';
import { accountText, orderPath, statusBadge } from '../parts';
import { approvalFact, copied, type FindShown, money, shown } from '../timeline/shown-order';
import { timelineTexts } from '../timeline/texts/texts';

const list: ListDefinition<Refund, RefundState> = {
  kind: 'refund',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  hasPayers: false,
  browse: browseRefunds,
  row: (refund, language) => ({
    path: orderPath('refund', refund.id),
    name: refund.id,
    detail: refund.reason,
    about: (
      <a class="code" href={orderPath('payment', refund.paymentId)}>
        {refund.paymentId}
      </a>
    ),
    status: statusBadge(language, 'refund', refund.status),
    statusNote: null,
    warning: null,
    amountSatang: refund.amountSatang,
    amountNote: null,
  }),
  columns: {
    refund_id: ({ id }) => id,
    payment_id: ({ paymentId }) => paymentId,
    [zoned('created_at')]: ({ createdAt }) => createdAt,
    [zoned('completed_at')]: ({ completedAt }) => completedAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    ...feeColumns,
    reason: ({ reason }) => reason,
    bank_name: ({ destination }) => destination?.bankName ?? null,
    account_number: ({ destination }) => destination?.accountMask ?? null,
    failure_code: ({ failure }) => failure?.code ?? null,
    metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  },
};

const find: FindShown = async (deps, context, id) => {
  const refund = await findRefund(deps, context.session.merchant, id);
  const t = timelineTexts[context.language].facts;
  const { paymentId, refundMethod, paidBy, destination, reason } = refund;
  const payment = (
    <a class="code" href={orderPath('payment', paymentId)}>
      {paymentId}
    </a>
  );
  return shown(
    context,
    refund,
    [
      approvalFact(context, refund.approval),
      [t.amount, money(refund.amountSatang)],
      [t.payment, payment],
      [
        t.toAccount,
        destination === null ? t.toPayer[paidBy] : accountText(context.language, destination),
      ],
      [t.refundMethod, t.refundMethods[refundMethod]],
      reason === null || reason === '' ? null : [t.reason, reason],
    ],
    [[t.transaction, copied('transaction', transactionIdOf(refund.id), t.transaction)]],
  );
};

export const refundPages = { list: listOperations(list), find };

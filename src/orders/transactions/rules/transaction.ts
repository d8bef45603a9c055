import type { PaymentState } from '../../rules/kinds/payment';
import type { RefundState } from '../../rules/kinds/refund';
import type { OrderDisplayStatus } from '../../rules/display-status';

export const transactionTypes = ['payment', 'refund'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['succeeded', 'failed', 'pending', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** By the display status of a payment or refund. */
const statuses: {
  readonly payment: Readonly<Record<PaymentState | 'refunded', TransactionStatus>>;
  readonly refund: Readonly<Record<RefundState, TransactionStatus>>;
} = {
  payment: {
    pending: 'pending',
    succeeded: 'succeeded',
    refunded: 'refunded',
    failed: 'failed',
    expired: 'failed',
  },
  refund: {
    pending: 'pending',
    processing: 'pending',
    succeeded: 'succeeded',
    failed: 'failed',
  },
};

interface Transaction extends OrderDisplayStatus {
  readonly type: TransactionType;
  readonly transactionStatus: TransactionStatus;
}

const transactions = transactionTypes.flatMap((type): readonly Transaction[] =>
  Object.entries(statuses[type]).map(([status, transactionStatus]) => ({
    kind: type,
    status: status as OrderDisplayStatus['status'],
    type,
    transactionStatus,
  })),
);

/** Throws for a kind without transactions. */
export function transactionStatusOf(order: OrderDisplayStatus): TransactionStatus {
  const found = transactions.find(
    ({ kind, status }) => kind === order.kind && status === order.status,
  );
  if (found === undefined) throw new Error(`a ${order.kind} has no transaction`);
  return found.transactionStatus;
}

/** Undefined matches all. */
export function transactionDisplayStatuses(
  type: TransactionType | undefined,
  status: TransactionStatus | undefined,
): readonly OrderDisplayStatus[] {
  return transactions.filter(
    (each) =>
      (type === undefined || each.type === type) &&
      (status === undefined || each.transactionStatus === status),
  );
}

import type { PaymentState } from './orders/payment';
import type { RefundState } from './orders/refund';
import type { OrderDisplayStatus } from './display-status';

export const transactionTypes = ['payment', 'refund'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['succeeded', 'failed', 'pending', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** A payment and a refund each have one transaction, whose status follows from theirs. */
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

/** The status of the transaction of an order that stands so. Throws for one that has none. */
export function transactionStatusOf(standing: OrderDisplayStatus): TransactionStatus {
  const found = transactions.find(
    ({ kind, status }) => kind === standing.kind && status === standing.status,
  );
  if (found === undefined) throw new Error(`a ${standing.kind} has no transaction`);
  return found.transactionStatus;
}

/** The standings of orders whose transactions are of a type and in a status; undefined is any. */
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

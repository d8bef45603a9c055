import {
  transactionDisplayStatuses,
  transactionStatusOf,
  type TransactionStatus,
  type TransactionType,
} from '../rules/transaction';
import type { DisplayStatus } from '../../rules/display-status';
import { directionOf } from '../../rules/kinds';
import type { Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { listByDisplayStatus, type ListFilter, type OrderList } from '../../store/order-page';
import { displayStatus } from '../../store/order-rows';

/** Derived from an order; not stored. */
export interface Transaction {
  /** The id of the order. */
  readonly id: string;
  readonly paymentId: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  /** Negative for a refund. */
  readonly amountSatang: number;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface TransactionFilter extends ListFilter {
  readonly type?: TransactionType;
  readonly status?: TransactionStatus;
}

interface TransactionRow {
  id: string;
  kind: TransactionType;
  shownStatus: DisplayStatus;
  amountSatang: number;
  createdAt: Date;
  completedAt: Date | null;
  /** Refunds only. */
  paymentId: string | null;
}

const transactionFromRow = (row: TransactionRow): Transaction => ({
  id: row.id,
  paymentId: row.paymentId ?? row.id,
  type: row.kind,
  status: transactionStatusOf({ kind: row.kind, status: row.shownStatus }),
  amountSatang: directionOf(row.kind) === 'out' ? -row.amountSatang : row.amountSatang,
  createdAt: row.createdAt,
  completedAt: row.completedAt,
});

const selection = {
  columns: sql`orders.id, kind, amount_satang, orders.created_at, completed_at, payment_id,
               ${displayStatus} as shown_status`,
  join: sql`left join refunds on refunds.order_id = orders.id`,
};

/** One per payment and one per refund, newest first, ties by the order's id. */
export function listTransactions(db: Db, filter: TransactionFilter): OrderList<Transaction> {
  const standings = transactionDisplayStatuses(filter.type, filter.status);
  return listByDisplayStatus<TransactionRow, Transaction>(db, standings, filter, {
    selection,
    read: transactionFromRow,
  });
}

import type { WithdrawalState } from '../../domain/orders/withdrawal';
import type { Db, Runner } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import { listOfOrders } from './order-page';
import type { OrderFilter, OrderList } from './order-page';
import { orderFromRow } from './orders';
import type { Order, OrderRow } from './orders';

/** The payee, with the account number masked. */
export interface Payee {
  readonly username: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

export interface Withdrawal extends Order, Payee {
  readonly kind: 'withdrawal';
  readonly status: WithdrawalState;
}

interface PayeeRow {
  username: string;
  bank_name: string;
  bank_code: string | null;
  account_mask: string;
}
type WithdrawalRow = OrderRow & PayeeRow & { kind: 'withdrawal'; status: WithdrawalState };

const payeeFromRow = (row: PayeeRow): Payee => ({
  username: row.username,
  bankName: row.bank_name,
  bankCode: row.bank_code,
  accountMask: row.account_mask,
});
const withdrawalFromRow = (row: WithdrawalRow): Withdrawal => ({
  ...orderFromRow(row),
  ...payeeFromRow(row),
  kind: row.kind,
  status: row.status,
});

const payeeColumns = ['username', 'bank_name', 'bank_code', 'account_mask'] as const;
const columns = ['orders.*', ...payeeColumns.map((column) => `withdrawals.${column}`)];

/** A merchant's own withdrawal; null for an unknown one and for another merchant's. */
export async function findWithdrawal(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<Withdrawal | null> {
  const row = await db('orders')
    .join('withdrawals', 'withdrawals.order_id', 'orders.id')
    .where({ 'orders.id': orderId, 'orders.merchant_id': merchantId })
    .first<WithdrawalRow | undefined>(columns);
  return row === undefined ? null : withdrawalFromRow(row);
}

export function listWithdrawals(db: Db, filter: OrderFilter): OrderList<Withdrawal> {
  return listOfOrders<WithdrawalRow, Withdrawal>(db, 'withdrawal', filter, {
    add: (rows) => rows.join('withdrawals', 'withdrawals.order_id', 'orders.id').select(columns),
    read: withdrawalFromRow,
  });
}

/** Throws when the order is not a withdrawal. */
export async function findPayee(runner: Runner, orderId: string): Promise<Payee> {
  const [row] = await run<PayeeRow>(
    runner,
    'find-payee',
    sql`select ${raw(payeeColumns.join(', '))} from withdrawals where order_id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`${orderId} is no withdrawal`);
  return payeeFromRow(row);
}

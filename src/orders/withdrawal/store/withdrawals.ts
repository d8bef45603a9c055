import type { OrderApproval } from '../../../kernel/approvals/rules/approval';
import type { WithdrawalState } from '../../rules/kinds/withdrawal';
import { orderApproval } from '../../../kernel/approvals/store/approvals';
import { run, type Db, type Runner } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { listOfOrders, type OrderFilter, type OrderList } from '../../store/order-page';
import { orderColumns, orderFromRow, type Order, type OrderRow } from '../../store/orders';

/** The account number is masked. */
export interface Payee {
  readonly username: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

export interface Withdrawal extends Order, Payee {
  readonly kind: 'withdrawal';
  readonly status: WithdrawalState;
  /** Null when the withdrawal needs none. */
  readonly approval: OrderApproval | null;
}

type WithdrawalRow = OrderRow & Omit<Withdrawal, keyof Order> & Pick<Withdrawal, 'kind' | 'status'>;

const payeeColumns = sql`username, bank_name, bank_code, account_mask`;
const selection = {
  columns: sql`${orderColumns}, ${payeeColumns}, ${orderApproval(sql`orders.id`)}`,
  join: sql`join withdrawals on withdrawals.order_id = orders.id`,
};

/** Null for an unknown withdrawal and for another merchant's. */
export async function findWithdrawal(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<Withdrawal | null> {
  const [row] = await run<WithdrawalRow>(
    db,
    'find-withdrawal',
    sql`select ${selection.columns} from orders ${selection.join}
     where orders.id = ${orderId} and orders.merchant_id = ${merchantId}`,
  );
  return row === undefined ? null : orderFromRow(row);
}

export function listWithdrawals(db: Db, filter: OrderFilter): OrderList<Withdrawal> {
  return listOfOrders<WithdrawalRow, Withdrawal>(db, 'withdrawal', filter, {
    selection,
    read: orderFromRow,
  });
}

/** Throws when the order is not a withdrawal. */
export async function findPayee(runner: Runner, orderId: string): Promise<Payee> {
  const [row] = await run<Payee>(
    runner,
    'find-payee',
    sql`select ${payeeColumns} from withdrawals where order_id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`${orderId} is no withdrawal`);
  return row;
}

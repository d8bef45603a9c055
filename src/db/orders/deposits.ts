import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Db } from '../postgres/connect';
import { listOfOrders } from './order-page';
import type { OrderFilter, OrderList } from './order-page';
import { awaitedFromRow } from './orders';
import type { AwaitedOrder, AwaitedRow } from './orders';

export interface Deposit extends AwaitedOrder {
  readonly kind: 'deposit';
  readonly pageToken: string;
  /** The content of the QR code. */
  readonly payload: string;
  readonly userName: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  /** The customer's name and account, sealed. */
  readonly customerSealed: string;
}

type DepositRow = AwaitedRow & {
  page_token: string;
  payload: string;
  user_name: string;
  bank_name: string;
  bank_code: string | null;
  account_mask: string;
  customer_sealed: string;
};

const depositFromRow = (row: DepositRow): Deposit => ({
  ...awaitedFromRow(row),
  kind: 'deposit',
  pageToken: row.page_token,
  payload: row.payload,
  userName: row.user_name,
  bankName: row.bank_name,
  bankCode: row.bank_code,
  accountMask: row.account_mask,
  customerSealed: row.customer_sealed,
});

const columns = [
  'orders.*',
  'deposits.page_token',
  'deposits.payload',
  'deposits.user_name',
  'deposits.bank_name',
  'deposits.bank_code',
  'deposits.account_mask',
  'deposits.customer_sealed',
];

/** Selects a deposit by its merchant, or by the id of its checkout page. */
export type DepositOwner =
  | { readonly merchantId: string; readonly orderId: string }
  | { readonly pageToken: string };

/** Null for an unknown order and for another merchant's. */
export async function findDeposit(db: Db, owner: DepositOwner): Promise<Deposit | null> {
  const row = await db('orders')
    .join('deposits', 'deposits.order_id', 'orders.id')
    .where(
      'pageToken' in owner
        ? { 'deposits.page_token': owner.pageToken }
        : { 'orders.id': owner.orderId, 'orders.merchant_id': owner.merchantId },
    )
    .first<DepositRow | undefined>(columns);
  return row === undefined ? null : depositFromRow(row);
}

/** The account that is expected to pay a deposit. */
export type ExpectedPayer = Pick<Deposit, 'bankCode' | 'customerSealed'>;

/** By the provider's reference: the deposit's id or the ref of its QR code. */
export async function findExpectedPayer(db: Db, namedOrder: string): Promise<ExpectedPayer | null> {
  const [row] = await run<ExpectedPayer>(
    db,
    'find-expected-payer',
    sql`select bank_code as "bankCode", customer_sealed as "customerSealed"
     from orders join deposits on deposits.order_id = orders.id
     where orders.id in (${namedOrder}, ${namedOrder.toLowerCase()})
            or orders.ref = ${namedOrder.toUpperCase()} limit 1`,
  );
  return row ?? null;
}

export function listDeposits(db: Db, filter: OrderFilter): OrderList<Deposit> {
  return listOfOrders<DepositRow, Deposit>(db, 'deposit', filter, {
    add: (rows) => rows.join('deposits', 'deposits.order_id', 'orders.id').select(columns),
    read: depositFromRow,
  });
}

import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { listOfOrders, type OrderFilter, type OrderList } from '../../store/order-page';
import {
  orderColumns,
  orderFromRow,
  type AwaitedOrder,
  type Order,
  type OrderRow,
} from '../../store/orders';
import { creditedCallback, type CreditedCallback } from '../../callbacks/store/credited-callbacks';

export interface Deposit extends AwaitedOrder {
  readonly kind: 'deposit';
  readonly pageToken: string;
  /** Null until the provider has issued the QR code. */
  readonly payload: string | null;
  /** The gateway inquires about the money. */
  readonly isInquired: boolean;
  readonly userName: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  /** Name and account. */
  readonly customerSealed: string;
  /** May name the payer; null before money was credited. */
  readonly creditedCallback: CreditedCallback | null;
}

type DepositRow = OrderRow & Omit<Deposit, keyof Order> & Pick<Deposit, 'kind' | 'status'>;
const depositFromRow = (row: DepositRow): Deposit => ({
  ...orderFromRow(row),
  ref: row.ref,
  expiresAt: row.expiresAt,
});

const selection = {
  columns: sql`${orderColumns}, page_token, payload, user_name, bank_name, bank_code, account_mask,
               customer_sealed, orders.inquired_at is not null as is_inquired, ${creditedCallback}`,
  join: sql`join deposits on deposits.order_id = orders.id`,
};

/** A deposit is selected by its merchant, or by the id of its checkout page. */
export type DepositOwner =
  | { readonly merchantId: string; readonly orderId: string }
  | { readonly pageToken: string };

/** Null for an unknown order and for another merchant's. */
export async function findDeposit(db: Db, owner: DepositOwner): Promise<Deposit | null> {
  const isByPage = 'pageToken' in owner;
  const [row] = await run<DepositRow>(
    db,
    isByPage ? 'find-deposit-by-page' : 'find-deposit',
    sql`select ${selection.columns} from orders ${selection.join} where ${
      isByPage
        ? sql`page_token = ${owner.pageToken}`
        : sql`orders.id = ${owner.orderId} and merchant_id = ${owner.merchantId}`
    }`,
  );
  return row === undefined ? null : depositFromRow(row);
}

export type ExpectedPayer = Pick<Deposit, 'bankCode' | 'customerSealed'>;

/** By the provider's reference: the deposit's id or the ref of its QR code. */
export async function findExpectedPayer(db: Db, namedOrder: string): Promise<ExpectedPayer | null> {
  const [row] = await run<ExpectedPayer>(
    db,
    'find-expected-payer',
    sql`select bank_code, customer_sealed
     from orders join deposits on deposits.order_id = orders.id
     where orders.id in (${namedOrder}, ${namedOrder.toLowerCase()})
            or orders.ref = ${namedOrder.toUpperCase()} limit 1`,
  );
  return row ?? null;
}

export function listDeposits(db: Db, filter: OrderFilter): OrderList<Deposit> {
  return listOfOrders<DepositRow, Deposit>(db, 'deposit', filter, {
    selection,
    read: depositFromRow,
  });
}

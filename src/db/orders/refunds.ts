import type { RefundState } from '../../domain/orders/refund';
import type { Db, Pipeline, Runner } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import { listOfOrders } from './order-page';
import type { OrderFilter, OrderList } from './order-page';
import type { Condition, Narrowing } from './order-search';
import { orderFromRow } from './orders';
import type { Order, OrderRow } from './orders';

/** The details of a refund. */
interface RefundDetails {
  readonly paymentId: string;
  readonly reason: string | null;
  /** Null for a refund to the token. */
  readonly destination: { readonly bankName: string; readonly accountMask: string } | null;
}

export interface Refund extends Order, RefundDetails {
  readonly kind: 'refund';
  readonly status: RefundState;
}

interface DetailsRow {
  payment_id: string;
  reason: string | null;
  bank_name: string | null;
  account_mask: string | null;
}
type RefundRow = OrderRow & DetailsRow & { kind: 'refund'; status: RefundState };

const detailsFromRow = (row: DetailsRow): RefundDetails => ({
  paymentId: row.payment_id,
  reason: row.reason,
  destination:
    row.bank_name === null || row.account_mask === null
      ? null
      : { bankName: row.bank_name, accountMask: row.account_mask },
});
const refundFromRow = (row: RefundRow): Refund => ({
  ...orderFromRow(row),
  ...detailsFromRow(row),
  kind: row.kind,
  status: row.status,
});

const detailColumns = ['payment_id', 'reason', 'bank_name', 'account_mask'];
const columns = ['orders.*', ...detailColumns.map((column) => `refunds.${column}`)];

/** A merchant's own refund; null for an unknown one and for another merchant's. */
export async function findRefund(
  db: Db,
  merchantId: string,
  refundId: string,
): Promise<Refund | null> {
  const row = await db('orders')
    .join('refunds', 'refunds.order_id', 'orders.id')
    .where({ 'orders.id': refundId, 'orders.merchant_id': merchantId })
    .first<RefundRow | undefined>(columns);
  return row === undefined ? null : refundFromRow(row);
}

export interface RefundFilter extends OrderFilter {
  readonly paymentId?: string;
}

export function listRefunds(db: Db, filter: RefundFilter): OrderList<Refund> {
  const { paymentId } = filter;
  return listOfOrders<RefundRow, Refund>(db, 'refund', filter, {
    add: (rows) => rows.join('refunds', 'refunds.order_id', 'orders.id').select(columns),
    read: refundFromRow,
    narrow: paymentId === undefined ? [] : [ofPayment(db, paymentId)],
  });
}

/** A payment has few refunds. */
function ofPayment(db: Db, paymentId: string): Narrowing {
  const condition: Condition = (orders) => {
    const ids = db('refunds').where('payment_id', paymentId).select('order_id');
    void orders.whereIn('orders.id', ids);
  };
  return { filter: condition, find: condition, metBy: 'few' };
}

/** Throws when the order is not a refund. */
export async function findRefundDetails(runner: Runner, orderId: string): Promise<RefundDetails> {
  const [row] = await run<DetailsRow>(
    runner,
    'find-refund-details',
    sql`select ${raw(detailColumns.join(', '))} from refunds where order_id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`${orderId} is no refund`);
  return detailsFromRow(row);
}

/** A payment, with the fields that its refunds need. */
export interface RefundablePayment {
  /** The number of refunds in any status. */
  readonly refunds: number;
  readonly status: string;
  readonly method: 'qr' | 'token';
  /** Its provider account. */
  readonly accountId: string;
  /** Credited to the merchant, and the part reversed. */
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly refundingSatang: number;
  readonly completedForDays: number;
  /** The customer as given by the merchant, sealed. */
  readonly clientSealed: string | null;
  /** The body of the callback that credited it, sealed. */
  readonly callbackSealed: string | null;
}

/** Locks a merchant's own payment; null for an unknown one and for another merchant's. */
export async function lockRefundablePayment(
  trx: Db,
  merchantId: string,
  paymentId: string,
): Promise<RefundablePayment | null> {
  // The lock is a statement of its own: a statement that waits for a lock reads other tables as of
  // before the wait, and would miss the callback that credited the payment meanwhile.
  const locked = await run(
    trx,
    'lock-refundable',
    sql`select 1 from orders
     where id = ${paymentId} and merchant_id = ${merchantId} and kind = 'payment'
     for no key update`,
  );
  if (locked.length === 0) return null;
  return findRefundablePayment(trx, merchantId, paymentId);
}

/** The same without a lock: the result may be outdated. */
export async function findRefundablePayment(
  db: Db,
  merchantId: string,
  paymentId: string,
): Promise<RefundablePayment | null> {
  const [row] = await run<RefundablePayment>(
    db,
    'read-refundable',
    sql`select orders.status, coalesce(method, 'qr') as method,
            orders.provider_account_id as "accountId",
            coalesce(credited_satang, orders.amount_satang) as "creditedSatang",
            reversed_satang as "reversedSatang", refunding_satang as "refundingSatang",
            coalesce(extract(epoch from now() - completed_at) / 86400, 0)::float8
              as "completedForDays",
            (select count(*) from refunds where payment_id = orders.id) as refunds,
            (select client_sealed from qr_codes where order_id = orders.id) as "clientSealed",
            coalesce(
              (select body_sealed from callbacks
               join transfers on transfers.callback_id = callbacks.id
               where transfers.order_id = orders.id and transfers.kind = 'settle'),
              -- For a payment credited by a resolution: the first booked movement.
              (select body_sealed from callbacks
               where callbacks.order_id = orders.id and booked_satang is not null
                 and (applied_at is null or booked_satang is not null)
               order by received_at limit 1)) as "callbackSealed"
     from orders where id = ${paymentId} and merchant_id = ${merchantId} and kind = 'payment'`,
  );
  return row ?? null;
}

/** Locks the payment of a refund. */
export function lockPaymentOf(trx: Pipeline, refundId: string): void {
  void run(
    trx,
    'lock-payment-of',
    sql`select 1 from orders
     where id = (select payment_id from refunds where order_id = ${refundId}) for no key update`,
  );
}

/** The refundable remainder of a refund's payment. */
export async function roomOfPayment(trx: Pipeline, refundId: string): Promise<number> {
  const [row] = await run<{ room: number }>(
    trx,
    'room-of-payment',
    sql`select coalesce(credited_satang, amount_satang) - reversed_satang - refunding_satang as room
     from orders where id = (select payment_id from refunds where order_id = ${refundId})`,
  );
  return row?.room ?? 0;
}

/** A refund's share of its payment is final when it succeeds and released when it fails. */
export function endRefund(
  trx: Pipeline,
  { id, status, amountSatang }: Pick<Order, 'id' | 'status' | 'amountSatang'>,
): void {
  if (status === 'succeeded') changeRefunded(trx, id, 0, amountSatang);
  if (status === 'failed') changeRefunded(trx, id, -amountSatang, 0);
}

/** Changes the sums of a refund's payment: of all refunds, and of those that succeeded. */
export function changeRefunded(
  trx: Pipeline,
  refundId: string,
  refundingSatang: number,
  refundedSatang: number,
): void {
  void run(
    trx,
    'settle-refund',
    sql`with payment as (
       update orders set refunding_satang = refunding_satang + ${refundingSatang}::bigint,
                         refunded_satang = refunded_satang + ${refundedSatang}::bigint
       where id = (select payment_id from refunds where order_id = ${refundId}) returning 1
     )
     select case when count(*) = 1 then 0
       else concat('changed ', count(*), ' payments of a refund')::integer end from payment`,
  );
}

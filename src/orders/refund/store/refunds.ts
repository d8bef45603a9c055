import type { OrderApproval } from '../../../kernel/approvals/rules/approval';
import type { PaymentMethod } from '../../rules/kinds';
import type { RefundMethod } from '../rules/refund-method';
import type { RefundState } from '../../rules/kinds/refund';
import { chargedOf, lostOf } from '../../../ledger/store/charges';
import { orderApproval } from '../../../kernel/approvals/store/approvals';
import { run, type Db, type Pipeline, type Runner } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import type { CallbackRoute } from '../../callbacks/store/callbacks';
import { listOfOrders, type OrderFilter, type OrderList } from '../../store/order-page';
import { metBy } from '../../store/order-search';
import { orderColumns, orderFromRow, type Order, type OrderRow } from '../../store/orders';

export interface RefundDetails {
  readonly paymentId: string;
  readonly reason: string | null;
  readonly refundMethod: RefundMethod;
  /** Of the refunded payment. */
  readonly paidBy: PaymentMethod;
  /** Null for a `native` refund. */
  readonly destination: { readonly bankName: string; readonly accountMask: string } | null;
  /** Null when the refund needs none. */
  readonly approval: OrderApproval | null;
}

export interface Refund extends Order, RefundDetails {
  readonly kind: 'refund';
  readonly status: RefundState;
}

export type DetailsRow = Pick<RefundDetails, 'paymentId' | 'reason' | 'approval'> & {
  readonly bankName: string | null;
  readonly accountMask: string | null;
  readonly isManual: boolean;
  readonly paidBy: PaymentMethod | null;
};
type RefundRow = OrderRow & DetailsRow & { kind: 'refund'; status: RefundState };

export function detailsFromRow(row: DetailsRow): RefundDetails {
  const { bankName, accountMask } = row;
  const destination = bankName === null || accountMask === null ? null : { bankName, accountMask };
  const byProvider = destination === null ? 'native' : 'push';
  return {
    paymentId: row.paymentId,
    refundMethod: row.isManual ? 'manual' : byProvider,
    paidBy: row.paidBy ?? 'qr',
    reason: row.reason,
    destination,
    approval: row.approval,
  };
}
function refundFromRow(row: RefundRow): Refund {
  const { bankName: _, accountMask: __, isManual: ___, ...columns } = row;
  return { ...orderFromRow(columns), ...detailsFromRow(row) };
}

export const detailColumns = sql`payment_id, reason, bank_name, account_mask,
  (select is_manual from provider_requests
   where provider_requests.order_id = refunds.order_id) as is_manual,
  (select payment.method from orders as payment where payment.id = refunds.payment_id) as paid_by,
  ${orderApproval(sql`refunds.order_id`)}`;
const selection = {
  columns: sql`${orderColumns}, ${detailColumns}`,
  join: sql`join refunds on refunds.order_id = orders.id`,
};

/** Null for an unknown refund and for another merchant's. */
export async function findRefund(
  db: Db,
  merchantId: string,
  refundId: string,
): Promise<Refund | null> {
  const [row] = await run<RefundRow>(
    db,
    'find-refund',
    sql`select ${selection.columns} from orders ${selection.join}
     where orders.id = ${refundId} and orders.merchant_id = ${merchantId}`,
  );
  return row === undefined ? null : refundFromRow(row);
}

export interface RefundFilter extends OrderFilter {
  readonly paymentId?: string;
}

export function listRefunds(db: Db, filter: RefundFilter): OrderList<Refund> {
  const { paymentId } = filter;
  const ofPayment = sql`
    orders.id in (select order_id from refunds where payment_id = ${paymentId ?? null})`;
  return listOfOrders<RefundRow, Refund>(db, 'refund', filter, {
    selection,
    read: refundFromRow,
    // A payment has few refunds.
    narrow: paymentId === undefined ? [] : [metBy('few', ofPayment)],
  });
}

/** Throws when the order is not a refund. */
export async function findRefundDetails(runner: Runner, orderId: string): Promise<RefundDetails> {
  const [row] = await run<DetailsRow>(
    runner,
    'find-refund-details',
    sql`select ${detailColumns} from refunds where order_id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`${orderId} is no refund`);
  return detailsFromRow(row);
}

export interface RefundablePayment {
  /** In any status. */
  readonly refunds: number;
  readonly status: string;
  readonly method: PaymentMethod;
  readonly accountId: string;
  /** Credited to the merchant, and the reversed part of it. */
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly refundingSatang: number;
  readonly completedForDays: number;
  /** The customer as given by the merchant. */
  readonly clientSealed: string | null;
  /** The body of the callback that credited the payment. */
  readonly callbackSealed: string | null;
  /** That callback is the answer to an inquiry. */
  readonly isAnswer: boolean;
}

/** Null in the column means the amount of a succeeded order. */
const creditedSatang = sql`coalesce(credited_satang,
  case orders.status when 'succeeded' then orders.amount_satang else 0 end)`;

/** Null for an unknown payment and for another merchant's. */
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

/** Not locked: the result may be outdated. */
export async function findRefundablePayment(
  db: Db,
  merchantId: string,
  paymentId: string,
): Promise<RefundablePayment | null> {
  const [row] = await run<RefundablePayment>(
    db,
    'read-refundable',
    sql`select orders.status, coalesce(method, 'qr') as method,
            orders.provider_account_id as account_id,
            ${creditedSatang} as credited_satang,
            reversed_satang, refunding_satang,
            coalesce(extract(epoch from now() - coalesce(completed_at,
              -- Credited by a resolution: what came last.
              (select max(received_at) from callbacks
               where callbacks.order_id = orders.id and booked_satang is not null))) / 86400,
              0)::float8 as completed_for_days,
            (select count(*) from refunds where payment_id = orders.id) as refunds,
            (select client_sealed from qr_codes where order_id = orders.id) as client_sealed,
            crediting.body_sealed as callback_sealed,
            coalesce(crediting.route = ${'answer' satisfies CallbackRoute}, false) as is_answer
     from orders
     left join callbacks as crediting on crediting.id = coalesce(
       (select callback_id from transfers
        where transfers.order_id = orders.id and transfers.kind = 'receive'),
       -- For a payment credited by a resolution: the first booked movement.
       (select callbacks.id from callbacks
        where callbacks.order_id = orders.id and booked_satang is not null
        order by received_at limit 1))
     where orders.id = ${paymentId} and merchant_id = ${merchantId} and kind = 'payment'`,
  );
  return row ?? null;
}

export function lockPaymentOf(trx: Pipeline, refundId: string): void {
  void run(
    trx,
    'lock-payment-of',
    sql`select 1 from orders
     where id = (select payment_id from refunds where order_id = ${refundId}) for no key update`,
  );
}

/** The amount of the payment that no pending or succeeded refund has. */
export async function unrefundedRemainder(trx: Pipeline, refundId: string): Promise<number> {
  const [row] = await run<{ room: number }>(
    trx,
    'room-of-payment',
    sql`select coalesce(credited_satang, amount_satang) - refunding_satang as room
     from orders where id = (select payment_id from refunds where order_id = ${refundId})`,
  );
  return row?.room ?? 0;
}

/**
 * Totals of the refund's payment: of pending and succeeded refunds, and of succeeded ones. A
 * refund's share is final when it succeeds and released when it fails. `adjustedSatang` is added to
 * both totals and may be negative. Recomputes the reversed amount, as `reversalOf` does.
 */
export function changeRefunded(
  trx: Pipeline,
  { id: refundId, status, amountSatang }: Pick<Order, 'id' | 'status' | 'amountSatang'>,
  { hasEnded, adjustedSatang }: { readonly hasEnded: boolean; readonly adjustedSatang: number },
): void {
  const releasedSatang = hasEnded && status === 'failed' ? amountSatang : 0;
  const finalSatang = hasEnded && status === 'succeeded' ? amountSatang : 0;
  const refundingSatang = adjustedSatang - releasedSatang;
  const refundedSatang = adjustedSatang + finalSatang;
  void run(
    trx,
    'settle-refund',
    sql`with payment as (
       update orders set refunding_satang = refunding_satang + ${refundingSatang}::bigint,
                         refunded_satang = refunded_satang + ${refundedSatang}::bigint,
                         reversed_satang = greatest(0, least(
                           ${chargedOf('orders.id')} + ${lostOf('orders.id')},
                           coalesce(credited_satang, amount_satang) - refunding_satang
                             - ${refundingSatang}::bigint))
       where id = (select payment_id from refunds where order_id = ${refundId}) returning 1
     )
     select case when count(*) = 1 then 0
       else concat('changed ', count(*), ' payments of a refund')::integer end from payment`,
  );
}

/**
 * Of a refund whose payment's price returns the fee: what all refunds of the payment have paid out,
 * but those of money that was credited in order to go back to its sender. Null for another refund.
 */
export async function findReturnable(
  trx: Pipeline,
  refundId: string,
): Promise<{ readonly paymentId: string; readonly refundedSatang: number } | null> {
  const [row] = await run<{ paymentId: string; refundedSatang: number }>(
    trx,
    'find-returnable',
    sql`select payment.id as payment_id, coalesce((
         select sum(case refund.status when 'failed' then refund.reversed_satang
                                       else refund.amount_satang - refund.reversed_satang end)
         from refunds as its join orders as refund on refund.id = its.order_id
         where its.payment_id = payment.id and refund.status in ('succeeded', 'failed')
           and not exists (
             select from resolutions cross join json_array_elements(parts) as part
             where resolutions.order_id = payment.id and part->>'refundId' = refund.id)), 0)::bigint
         as refunded_satang
     from refunds join orders as payment on payment.id = refunds.payment_id
     join prices on prices.id = payment.price_id
     where refunds.order_id = ${refundId} and (bands->0->>'isReturned')::boolean`,
  );
  return row ?? null;
}

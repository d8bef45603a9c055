import { run, type Pipeline } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';

const charges = "'charge', 'undo_charge', 'absorb', 'undo_absorb'";
const credits = "'credit', 'undo_credit'";

/**
 * SQL of net satang that the order's resolutions have posted to the bank by transfers of these
 * kinds.
 */
const resolvedOf = (orderId: string, kinds: string): Sql => sql`coalesce((
  select sum(case when credit = 'provider_clearing' then posted.amount_satang
                  else -posted.amount_satang end)
  from exceptions as deciding join transfers as posted on posted.exception_id = deciding.id
  where deciding.order_id = ${raw(orderId)} and posted.exception_id is not null
    and posted.resolution_id is not null and posted.kind in (${raw(kinds)})), 0)::bigint`;

/**
 * SQL of the net satang that have arrived for an incoming order, by a row of `orders`: received,
 * and not taken back or returned.
 */
export const arrivedOf = (order: string): Sql => sql`(${raw(order)}.received_satang
  - ${resolvedOf(`${order}.id`, `${charges}, 'return', 'undo_return'`)})`;

/** SQL of the net satang that resolutions have charged and absorbed for an order. */
export const chargedOf = (orderId: string): Sql => resolvedOf(orderId, charges);

/**
 * SQL of the net satang that have left for a payout, by a row of `orders`: its own amount once it
 * has succeeded, and the amounts that resolutions have charged, absorbed and credited.
 */
export const leftOf = (order: string): Sql => sql`(
  case ${raw(order)}.status when 'succeeded' then ${raw(order)}.amount_satang else 0 end
  + ${resolvedOf(`${order}.id`, `${charges}, ${credits}`)})`;

/**
 * SQL of the satang that the refunds of a payment have paid out, each up to its amount, less their
 * shares of the payment's refunding amount.
 */
export const lostOf = (paymentId: string): Sql => sql`coalesce((
  select sum(greatest(0, least(refund.amount_satang, ${leftOf('refund')})
    - case refund.status when 'failed' then refund.reversed_satang
                         else refund.amount_satang - refund.reversed_satang end))
  from refunds join orders as refund on refund.id = refunds.order_id
  where refunds.payment_id = ${raw(paymentId)}
    and refund.status in ('succeeded', 'failed')), 0)::bigint`;

export interface Taken {
  /** Charged and absorbed by resolutions. */
  readonly chargedSatang: number;
  /** Of a payout: the net amount that has left for it. */
  readonly leftSatang: number;
  /** Of an incoming order: the net amount that has arrived for it. */
  readonly arrivedSatang: number;
  /** Of a payment: paid out by its refunds, less their shares of its refunding amount. */
  readonly lostSatang: number;
}

export async function findTaken(trx: Pipeline, orderId: string): Promise<Taken> {
  const [row] = await run<Taken>(
    trx,
    'find-taken',
    sql`select ${chargedOf('orders.id')} as charged_satang, ${leftOf('orders')} as left_satang,
            ${arrivedOf('orders')} as arrived_satang, ${lostOf('orders.id')} as lost_satang
     from orders where id = ${orderId}`,
  );
  return row ?? { chargedSatang: 0, leftSatang: 0, arrivedSatang: 0, lostSatang: 0 };
}

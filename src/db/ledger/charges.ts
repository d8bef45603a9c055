import type { Pipeline } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';

/**
 * SQL of the net satang that resolutions have charged and absorbed for an order. Transfers from
 * before resolutions had rows are excluded, as they are from the order's sums.
 */
export const chargedOf = (orderId: string): Sql => sql`coalesce((
  select sum(case when credit = 'provider_clearing' then posted.amount_satang
                  else -posted.amount_satang end)
  from exceptions as charging join transfers as posted on posted.exception_id = charging.id
  where charging.order_id = ${raw(orderId)} and posted.exception_id is not null
    and posted.resolution_id is not null
    and posted.kind in ('charge', 'undo_charge', 'absorb', 'undo_absorb')), 0)::bigint`;

/**
 * SQL of the satang that failed refunds of a payment have paid out, each up to its amount, less the
 * reversed amounts of these refunds.
 */
export const lostOf = (paymentId: string): Sql => sql`coalesce((
  select sum(greatest(0,
    least(refund.amount_satang, ${chargedOf('refund.id')}) - refund.reversed_satang))
  from refunds join orders as refund on refund.id = refunds.order_id
  where refunds.payment_id = ${raw(paymentId)} and refund.status = 'failed'), 0)::bigint`;

export interface Taken {
  /** Charged and absorbed for the order. */
  readonly chargedSatang: number;
  /** Of a payment: paid out by its failed refunds, less their reversed amounts. */
  readonly lostSatang: number;
}

export async function findTaken(trx: Pipeline, orderId: string): Promise<Taken> {
  const [row] = await run<Taken>(
    trx,
    'find-taken',
    sql`select ${chargedOf('orders.id')} as "chargedSatang", ${lostOf('orders.id')} as "lostSatang"
     from orders where id = ${orderId}`,
  );
  return row ?? { chargedSatang: 0, lostSatang: 0 };
}

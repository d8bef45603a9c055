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

/** The charged and absorbed amount of an order, in satang. */
export async function findCharged(trx: Pipeline, orderId: string): Promise<number> {
  const [row] = await run<{ charged: number }>(
    trx,
    'find-charged',
    sql`select ${chargedOf('orders.id')} as charged from orders where id = ${orderId}`,
  );
  return row?.charged ?? 0;
}

import type { OrderDisplayStatus } from '../../domain/display-status';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Sql } from '../postgres/sql';

/** From `from` on and before `before`; a side that is left out has no end. */
export interface TimeSpan {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/**
 * How many orders of a merchant there are in some standings, exactly. Whole hours that are folded
 * are added up from their counts, what is left of the span at both ends is counted from the index,
 * all in one snapshot.
 */
export async function countOrders(
  db: Db,
  merchantId: string,
  standings: readonly OrderDisplayStatus[],
  { from, before }: TimeSpan,
): Promise<number> {
  const [counted] = await run<{ total: number }>(
    db,
    'count-orders',
    countOf(merchantId, standings, from ?? '-infinity', before ?? 'infinity'),
  );
  return counted?.total ?? 0;
}

const ordersBetween = (merchantId: string, from: Sql, before: Sql) => sql`
  select count(*) as count from orders
  where orders.merchant_id = ${merchantId} and orders.kind = standing.kind
    and shown_status(orders.kind, orders.status, orders.amount_satang, orders.refunded_satang)
      = standing.status
    and orders.created_at >= ${from} and orders.created_at < ${before}`;

const countOf = (
  merchantId: string,
  standings: readonly OrderDisplayStatus[],
  from: Date | string,
  before: Date | string,
) => sql`
  with asked as (
    select ${from}::timestamptz as since, ${before}::timestamptz as before
  ), hours as (
    select since, before,
           date_trunc('hour', since + interval '1 hour' - interval '1 microsecond', 'UTC')
             as first,
           least(folded_until, date_trunc('hour', before, 'UTC')) as last
    from asked, order_fold
  ), span as (
    -- With no whole hour in it, nothing comes from the counts.
    select since, before,
           case when first < last then first else since end as counts_from,
           case when first < last then last else since end as counts_before
    from hours
  ), standing as (
    select * from unnest(${standings.map(({ kind }) => kind)}::text[],
                         ${standings.map(({ status }) => status)}::text[]) as standing(kind, status)
  )
  select coalesce(sum(folded.count + changed.count + early.count + late.count), 0)::bigint as total
  from span cross join standing
  cross join lateral (
    select coalesce(sum(count), 0) as count from order_counts
    where order_counts.merchant_id = ${merchantId} and order_counts.kind = standing.kind
      and order_counts.status = standing.status
      and hour >= counts_from and hour < counts_before) as folded
  cross join lateral (
    select coalesce(sum(change), 0) as count from order_count_changes
    where order_count_changes.merchant_id = ${merchantId}
      and order_count_changes.kind = standing.kind
      and order_count_changes.status = standing.status
      and hour >= counts_from and hour < counts_before) as changed
  cross join lateral (${ordersBetween(merchantId, sql`since`, sql`counts_from`)}) as early
  cross join lateral (${ordersBetween(merchantId, sql`counts_before`, sql`before`)}) as late`;

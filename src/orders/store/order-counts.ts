import type { OrderDisplayStatus } from '../rules/display-status';
import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';

/** Pending payments and deposits; stops at `max`. */
export async function countOpenOrders(db: Db, merchantId: string, max: number): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    'count-open-orders',
    sql`select count(*)::integer as count from (
       select 1 from order_states
       where merchant_id = ${merchantId} and kind in ('payment', 'deposit') and status = 'pending'
       limit ${max}) as open`,
  );
  return row?.count ?? 0;
}

/** From `from`, inclusive, to `before`, exclusive; a missing bound is open. */
export interface TimeSpan {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/**
 * Exact. Whole hours that are rolled up are read as counts, both ends of the span are counted from
 * the index, in one snapshot.
 */
export async function countOrders(
  db: Db,
  merchantId: string,
  statuses: readonly OrderDisplayStatus[],
  { from, before }: TimeSpan,
): Promise<number> {
  const [counted] = await run<{ total: number }>(
    db,
    'count-orders',
    countOf(merchantId, statuses, from ?? '-infinity', before ?? 'infinity'),
  );
  return counted?.total ?? 0;
}

const ordersBetween = (merchantId: string, from: Sql, before: Sql) => sql`
  select count(*) as count from order_states
  where order_states.merchant_id = ${merchantId} and order_states.kind = display.kind
    and order_states.status = display.status
    and order_states.created_at >= ${from} and order_states.created_at < ${before}`;

const countOf = (
  merchantId: string,
  statuses: readonly OrderDisplayStatus[],
  from: Date | string,
  before: Date | string,
) => sql`
  with bounds as (
    select ${from}::timestamptz as since, ${before}::timestamptz as before
  ), hours as (
    select since, before,
           date_trunc('hour', since + interval '1 hour' - interval '1 microsecond', 'UTC')
             as first,
           least(rolled_up_until, date_trunc('hour', before, 'UTC')) as last
    from bounds, order_rollup
  ), span as (
    -- A span without a whole hour uses no counts.
    select since, before,
           case when first < last then first else since end as counts_from,
           case when first < last then last else since end as counts_before
    from hours
  ), display as (
    select * from unnest(${statuses.map(({ kind }) => kind)}::text[],
                         ${statuses.map(({ status }) => status)}::text[]) as display(kind, status)
  )
  select coalesce(sum(rolled_up.count + changed.count + early.count + late.count), 0)::bigint
           as total
  from span cross join display
  cross join lateral (
    select coalesce(sum(count), 0) as count from order_counts
    where order_counts.merchant_id = ${merchantId} and order_counts.kind = display.kind
      and order_counts.status = display.status
      and hour >= counts_from and hour < counts_before) as rolled_up
  cross join lateral (
    select coalesce(sum(change), 0) as count from order_count_changes
    where order_count_changes.merchant_id = ${merchantId}
      and order_count_changes.kind = display.kind
      and order_count_changes.status = display.status
      and hour >= counts_from and hour < counts_before) as changed
  cross join lateral (${ordersBetween(merchantId, sql`since`, sql`counts_from`)}) as early
  cross join lateral (${ordersBetween(merchantId, sql`counts_before`, sql`before`)}) as late`;

import { allDisplayStatuses } from '../rules/display-status';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/*
 * Counting a merchant's orders row by row is slow, and a counter that every creation updates would
 * serialize the creations of a merchant. So the orders of each past hour are counted once into a
 * rollup, and a watermark marks the last counted hour. Triggers record later changes of these
 * orders beside the counts.
 *
 * No change is lost. A transaction records its changes to orders that are older than an hour at its
 * start. Younger orders are not rolled up before it has ended: the watermark stays an hour behind
 * the oldest running transaction. Changes recorded before the rollup's snapshot are part of the
 * counted rows and are dropped; later ones are added to the counts.
 */

/** Of an hour that is rolled up. Twice OLD_AFTER, in case a clock is set back. */
const CLOSED_AFTER = '2 hours';
/** The age from which the triggers record changes. */
const OLD_AFTER = '1 hour';
/** Recorded changes that one statement adds to the counts. */
const CHANGES_MAX = 10_000;

/**
 * Rolls up the next hour with orders, and adds up to 10,000 recorded changes of earlier hours to
 * their counts. False when it did neither: otherwise there may be more. Does nothing while another
 * process runs it.
 */
export async function rollUpNextHour(db: Db): Promise<boolean> {
  return db.transaction(async (trx) => {
    const taken = await run(
      trx,
      'lock-order-rollup',
      sql`select 1 from order_rollup for update skip locked`,
    );
    if (taken.length === 0) return false;
    const [edge] = await run<{ closed: string }>(trx, 'closed-hours', closedHours);
    const closed = edge?.closed ?? '-infinity';
    await run(trx, 'skip-empty-hours', skipEmptyHours(closed));
    const merged = await run(trx, 'merge-changes', mergeChanges);
    const rolledUp = await run(trx, 'roll-up-hour', rollUpHour(closed));
    return merged.length > 0 || rolledUp.length > 0;
  });
}

const kinds = allDisplayStatuses.map(({ kind }) => kind);
const statuses = allDisplayStatuses.map(({ status }) => status);

/**
 * A statement of its own, before the snapshot of the roll-up: a transaction that runs now has
 * either ended by that snapshot, or its rows are beyond the watermark.
 */
const closedHours = sql`
  select date_trunc('hour', least(
    now() - interval '${raw(CLOSED_AFTER)}',
    (select min(xact_start) from pg_stat_activity where datname = current_database())
      - interval '${raw(OLD_AFTER)}'), 'UTC')::text as closed`;

/** Continues at the hour of the first remaining order. */
const skipEmptyHours = (closed: string) => sql`
  update order_rollup set rolled_up_until = greatest(rolled_up_until, least(coalesce((
    select date_trunc('hour', min(next.created_at), 'UTC')
    from merchants
    cross join unnest(${kinds}::text[], ${statuses}::text[]) as display(kind, status)
    cross join lateral (
      select order_states.created_at from order_states
      where order_states.merchant_id = merchants.id and order_states.kind = display.kind
        and order_states.status = display.status
        and order_states.created_at >= (select rolled_up_until from order_rollup)
      order by order_states.created_at limit 1) as next
  ), 'infinity'), ${closed}::timestamptz))`;

const mergeChanges = sql`
  with taken as (
    delete from order_count_changes where id in (
      select id from order_count_changes
      where hour < (select rolled_up_until from order_rollup) order by id limit ${CHANGES_MAX})
    returning merchant_id, kind, status, hour, change
  )
  insert into order_counts (merchant_id, kind, status, hour, count)
  select merchant_id, kind, status, hour, sum(change) from taken
  group by merchant_id, kind, status, hour
  on conflict (merchant_id, kind, status, hour)
    do update set count = order_counts.count + excluded.count
  returning 1`;

const rollUpHour = (closed: string) => sql`
  with hour as (
    select rolled_up_until as since, rolled_up_until + interval '1 hour' as before
    from order_rollup where rolled_up_until < ${closed}::timestamptz
  ), dropped as (
    delete from order_count_changes using hour
    where order_count_changes.hour >= since and order_count_changes.hour < before
  ), rolled_up as (
    insert into order_counts (merchant_id, kind, status, hour, count)
    select merchants.id, display.kind, display.status, since, counted.count
    from hour cross join merchants
    cross join unnest(${kinds}::text[], ${statuses}::text[]) as display(kind, status)
    cross join lateral (
      select count(*) as count from order_states
      where order_states.merchant_id = merchants.id and order_states.kind = display.kind
        and order_states.status = display.status
        and order_states.created_at >= since and order_states.created_at < before) as counted
    where counted.count > 0
  )
  update order_rollup set rolled_up_until = before from hour returning 1`;

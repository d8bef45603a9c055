import { allDisplayStatuses } from '../../domain/display-status';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';

/*
 * Counting a merchant's orders one by one takes too long when there are many, and a counter that
 * every creation changes would have the creations of one merchant wait for each other. So the past
 * is folded: what was created in an hour is counted once, when the hour is over for long enough,
 * and a watermark says how far that has come. What happens to older orders later is noted beside
 * the counts, by triggers.
 *
 * Nothing is lost in between. A transaction notes what it does to orders that are older than an
 * hour at its start. Younger ones are not folded before it has ended: hours are folded up to an
 * hour before the oldest transaction that is open. What is noted before the fold's snapshot is in
 * the rows that the snapshot counts, and is dropped; what is noted later comes on top.
 */

/** How long an hour must be over. Twice what the triggers call old, should a clock be set back. */
const CLOSED_AFTER = '2 hours';
/** What the triggers call old. */
const OLD_AFTER = '1 hour';
/** Notes that are added to the counts in one statement. */
const CHANGES_MAX = 10_000;

/**
 * Folds the next hour that has orders, and adds up to 10,000 notes of the hours before to their
 * counts. Returns whether it did either: then there can be more. Does nothing while another process
 * is folding.
 */
export async function rollUpNextHour(db: Db): Promise<boolean> {
  return db.transaction(async (trx) => {
    const taken = await run(trx, 'take-fold', sql`select 1 from order_fold for update skip locked`);
    if (taken.length === 0) return false;
    const [edge] = await run<{ closed: string }>(trx, 'closed-hours', closedHours);
    const closed = edge?.closed ?? '-infinity';
    await run(trx, 'skip-empty-hours', skipEmptyHours(closed));
    const merged = await run(trx, 'merge-changes', mergeChanges);
    const folded = await run(trx, 'fold-hour', foldHour(closed));
    return merged.length > 0 || folded.length > 0;
  });
}

const kinds = allDisplayStatuses.map(({ kind }) => kind);
const statuses = allDisplayStatuses.map(({ status }) => status);

/** A statement of its own: what is seen open here has ended in a later snapshot, or is bounded. */
const closedHours = sql`
  select date_trunc('hour', least(
    now() - interval '${raw(CLOSED_AFTER)}',
    (select min(xact_start) from pg_stat_activity where datname = current_database())
      - interval '${raw(OLD_AFTER)}'), 'UTC')::text as closed`;

/** Goes on with the hour of the first order that is left. */
const skipEmptyHours = (closed: string) => sql`
  update order_fold set folded_until = greatest(folded_until, least(coalesce((
    select date_trunc('hour', min(next.created_at), 'UTC')
    from merchants
    cross join unnest(${kinds}::text[], ${statuses}::text[]) as standing(kind, status)
    cross join lateral (
      select created_at from orders
      where orders.merchant_id = merchants.id and orders.kind = standing.kind
        and shown_status(orders.kind, orders.status, orders.amount_satang,
                         orders.refunded_satang) = standing.status
        and created_at >= (select folded_until from order_fold)
      order by created_at, id limit 1) as next
  ), 'infinity'), ${closed}::timestamptz))`;

const mergeChanges = sql`
  with taken as (
    delete from order_count_changes where id in (
      select id from order_count_changes
      where hour < (select folded_until from order_fold) order by id limit ${CHANGES_MAX})
    returning merchant_id, kind, status, hour, change
  )
  insert into order_counts (merchant_id, kind, status, hour, count)
  select merchant_id, kind, status, hour, sum(change) from taken
  group by merchant_id, kind, status, hour
  on conflict (merchant_id, kind, status, hour)
    do update set count = order_counts.count + excluded.count
  returning 1`;

const foldHour = (closed: string) => sql`
  with hour as (
    select folded_until as since, folded_until + interval '1 hour' as before
    from order_fold where folded_until < ${closed}::timestamptz
  ), dropped as (
    delete from order_count_changes using hour
    where order_count_changes.hour >= since and order_count_changes.hour < before
  ), folded as (
    insert into order_counts (merchant_id, kind, status, hour, count)
    select merchants.id, standing.kind, standing.status, since, counted.count
    from hour cross join merchants
    cross join unnest(${kinds}::text[], ${statuses}::text[]) as standing(kind, status)
    cross join lateral (
      select count(*) as count from orders
      where orders.merchant_id = merchants.id and orders.kind = standing.kind
        and shown_status(orders.kind, orders.status, orders.amount_satang,
                         orders.refunded_satang) = standing.status
        and created_at >= since and created_at < before) as counted
    where counted.count > 0
  )
  update order_fold set folded_until = before from hour returning 1`;

import type { Shared, Unshared } from '../../platform/shared-counters';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface AttemptLimit {
  /** The counted action and its subject. An e-mail address is stored as a digest. */
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

/**
 * Counts before the attempt is evaluated. Returns the seconds until the next attempt is allowed;
 * null when this one is.
 */
export async function countAttempt(
  db: Db,
  limits: readonly AttemptLimit[],
): Promise<number | null> {
  const rows = await run<{ key: string; count: number; left: number }>(
    db,
    'count-attempt',
    sql`insert into attempt_counts as counted (key, count, ends_at)
     select key, 1, now() + seconds * interval '1 second'
     from unnest(${limits.map(({ key }) => key)}::text[],
                 ${limits.map(({ seconds }) => seconds)}::integer[]) as input(key, seconds)
     order by key
     on conflict (key) do update
       set count = case when counted.ends_at <= now() then 1 else counted.count + 1 end,
           ends_at = case when counted.ends_at <= now() then excluded.ends_at
                          else counted.ends_at end
     returning key, count, ceil(extract(epoch from ends_at - now()))::integer as left`,
  );
  const counts = new Map(rows.map((row) => [row.key, row]));
  const waits = limits.flatMap(({ key, max }) => {
    const counted = counts.get(key);
    return counted !== undefined && counted.count > max ? [Math.max(1, counted.left)] : [];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

/**
 * Adds what one process has counted to windows of `max` per `windowMs`. Counts above `max` are left
 * for the windows that follow. The counters are returned in any order.
 */
export async function shareCounts(
  db: Db,
  counters: readonly Unshared[],
): Promise<readonly Shared[]> {
  return run<Shared>(
    db,
    'share-counts',
    sql`with input as (
       select * from unnest(${counters.map(({ key }) => key)}::text[],
                            ${counters.map(({ taken }) => taken)}::integer[],
                            ${counters.map(({ max }) => max)}::integer[],
                            ${counters.map(({ windowMs }) => windowMs)}::integer[])
         as input(key, taken, most, window_ms))
     insert into attempt_counts as counted (key, count, ends_at)
     select key, taken, now() + window_ms * interval '1 millisecond' from input order by key
     on conflict (key) do update set (count, ends_at) = (
       select excluded.count + greatest(counted.count - ended * most, 0),
              case when ended = 0 or counted.count > ended * most
                   then counted.ends_at + ended * window_ms * interval '1 millisecond'
                   else excluded.ends_at end
       from input, lateral (
         select greatest(0, 1 + floor(extract(epoch from now() - counted.ends_at) * 1000
                                      / window_ms))::integer as ended) as passed
       where input.key = excluded.key)
     returning key, count, extract(epoch from ends_at - now())::float8 * 1000 as left_ms`,
  );
}

/** After a success. */
export async function forgetAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await run(
    db,
    'forget-attempts',
    sql`delete from attempt_counts where key = any(${keys}::text[])`,
  );
}

export interface AttemptCounter {
  readonly key: string;
  readonly seconds: number;
}

export interface AttemptState {
  readonly count: number;
  /** Seconds until the next attempt is evaluated; zero or less: now; null: not delayed. */
  readonly freeIn: number | null;
  /** Seconds until the window ends. */
  readonly left: number;
}

/** Seconds until the next attempt is evaluated; null: now. */
export async function findDelay(db: Db, key: string): Promise<number | null> {
  const [row] = await run<{ seconds: number }>(
    db,
    'find-delay',
    sql`select ceil(extract(epoch from blocked_until - clock_timestamp()))::integer as seconds
     from attempt_counts where key = ${key} and blocked_until > clock_timestamp()`,
  );
  return row?.seconds ?? null;
}

/** Returns the counters in the given order. An expired window starts again at zero. */
export async function lockAttempts(
  trx: Db,
  counters: readonly AttemptCounter[],
): Promise<readonly AttemptState[]> {
  const rows = await run<AttemptState & { readonly key: string }>(
    trx,
    'lock-attempts',
    sql`insert into attempt_counts as counted (key, count, ends_at)
     select key, 0, clock_timestamp() + seconds * interval '1 second'
     from unnest(${counters.map(({ key }) => key)}::text[],
                 ${counters.map(({ seconds }) => seconds)}::integer[]) as input(key, seconds)
     order by key
     on conflict (key) do update
       set count = case when counted.ends_at <= clock_timestamp() then 0 else counted.count end,
           blocked_until =
             case when counted.ends_at > clock_timestamp() then counted.blocked_until end,
           ends_at = case when counted.ends_at <= clock_timestamp() then excluded.ends_at
                          else counted.ends_at end
     returning key, count,
       ceil(extract(epoch from blocked_until - clock_timestamp()))::integer as free_in,
       ceil(extract(epoch from ends_at - clock_timestamp()))::integer as left`,
  );
  return counters.map(({ key }) => {
    const row = rows.find((each) => each.key === key);
    if (row === undefined) throw new Error('a locked counter is missing');
    return row;
  });
}

/** No counter becomes negative. */
export async function addAttempts(db: Db, keys: readonly string[], change: 1 | -1): Promise<void> {
  await run(
    db,
    'add-attempts',
    sql`update attempt_counts set count = greatest(count + ${change}, 0) where key in (
       select key from attempt_counts where key = any(${keys}::text[]) order by key for update)`,
  );
}

export async function delayAttempts(trx: Db, key: string, seconds: number): Promise<void> {
  await run(
    trx,
    'delay-attempts',
    sql`update attempt_counts
     set blocked_until = clock_timestamp() + ${seconds} * interval '1 second'
     where key = ${key}`,
  );
}

import type { Db } from './connect';
import { run } from './connect';

/** How often something may be tried in a time. */
export interface AttemptLimit {
  /** What is counted, and for whom. Never a password; of an e-mail, its hash. */
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

/**
 * Counts an attempt against each limit, before it is made, so that many at once cannot slip
 * through. The seconds until one more is let in; null when this one is.
 */
export async function countAttempt(
  db: Db,
  limits: readonly AttemptLimit[],
): Promise<number | null> {
  const rows = await run<{ key: string; count: number; left: number }>(
    db,
    'count-attempt',
    `insert into attempt_counts as counted (key, count, ends_at)
     select key, 1, now() + seconds * interval '1 second'
     from unnest(?::text[], ?::integer[]) as asked(key, seconds) order by key
     on conflict (key) do update
       set count = case when counted.ends_at <= now() then 1 else counted.count + 1 end,
           ends_at = case when counted.ends_at <= now() then excluded.ends_at
                          else counted.ends_at end
     returning key, count, ceil(extract(epoch from ends_at - now()))::integer as left`,
    [limits.map(({ key }) => key), limits.map(({ seconds }) => seconds)],
  );
  const counts = new Map(rows.map((row) => [row.key, row]));
  const waits = limits.flatMap(({ key, max }) => {
    const counted = counts.get(key);
    return counted !== undefined && counted.count > max ? [Math.max(1, counted.left)] : [];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

/** After a success: what came before it was somebody who had forgotten. */
export async function forgetAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await run(db, 'forget-attempts', 'delete from attempt_counts where key = any(?::text[])', [
    [...keys],
  ]);
}

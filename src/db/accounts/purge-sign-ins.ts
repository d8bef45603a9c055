import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';

/** Expired rows, by table. Mails stay for 30 days for diagnosis. */
const over = {
  sessions: `created_at < now() - interval '7 days' or seen_at < now() - interval '1 day'`,
  operator_sessions: `created_at < now() - interval '1 day'`,
  password_resets: 'expires_at < now()',
  attempt_counts: 'ends_at < now()',
  sign_in_places: `seen_at < now() - interval '180 days'`,
  mails: `created_at < now() - interval '30 days'`,
  operator_links: `expires_at < now() - interval '30 days'`,
  invitations: `expires_at < now() - interval '30 days'`,
} as const;

/** Deletes at most `limit` expired rows per table. Returns the largest number of one table. */
export async function purgeSignIns(db: Db, limit: number): Promise<number> {
  let removed = 0;
  for (const [table, condition] of Object.entries(over)) {
    const rows = await run(
      db,
      `purge-${table}`,
      sql`delete from ${raw(table)} where ctid = any(array(
         select ctid from ${raw(table)} where ${raw(condition)} limit ${limit})) returning 1`,
    );
    removed = Math.max(removed, rows.length);
  }
  return removed;
}

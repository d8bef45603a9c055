import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

interface Periods {
  readonly signInPlaceDays: number;
  readonly mailDays: number;
}

/** The condition of expired rows, by table. */
const over = ({ signInPlaceDays, mailDays }: Periods) => ({
  sessions: sql`created_at < now() - interval '7 days' or seen_at < now() - interval '1 day'`,
  operator_sessions: sql`created_at < now() - interval '1 day'`,
  half_sessions: sql`created_at < now() - interval '1 hour'`,
  passkey_challenges: sql`expires_at < now()`,
  password_resets: sql`expires_at < now()`,
  attempt_counts: sql`ends_at < now()`,
  sign_in_places: sql`seen_at < now() - ${signInPlaceDays} * interval '1 day'`,
  mails: sql`created_at < now() - ${mailDays} * interval '1 day'`,
  operator_links: sql`expires_at < now() - interval '30 days'`,
  invitations: sql`expires_at < now() - interval '30 days'`,
});

/** `limit` is per table. Returns the largest number of rows deleted from one table. */
export async function purgeSignIns(db: Db, limit: number, periods: Periods): Promise<number> {
  let removed = 0;
  for (const [table, condition] of Object.entries(over(periods))) {
    const rows = await run(
      db,
      `purge-${table}`,
      sql`delete from ${raw(table)} where ctid = any(array(
         select ctid from ${raw(table)} where ${condition} limit ${limit})) returning 1`,
    );
    removed = Math.max(removed, rows.length);
  }
  return removed;
}

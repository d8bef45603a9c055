import type { Db } from '../../src/platform/postgres/connect';

/** A value that changes with every insert, update or delete in the tables. */
export async function versionsOf(db: Db, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*), coalesce(sum(xmin::text::bigint), 0) from ${table}`,
  );
  // Parallel plans return the rows in any order.
  const sql = `${parts.join(' union all ')} order by name`;
  const { rows } = (await db.raw(sql)) as { rows: unknown[] };
  return JSON.stringify(rows);
}

/**
 * Marks all sessions as seen now: a request of one that was not seen for a minute writes the time,
 * which is no effect of the request.
 */
export async function seeSessions(db: Db): Promise<void> {
  await db.raw('update sessions set seen_at = now()');
  await db.raw('update operator_sessions set seen_at = now()');
}

import type { Db } from '../../src/db/postgres/connect';

/** Is another once a row of one of the tables has been written, changed or removed. */
export async function versionsOf(db: Db, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*), coalesce(sum(xmin::text::bigint), 0) from ${table}`,
  );
  // Postgres may look at several tables side by side.
  const sql = `${parts.join(' union all ')} order by name`;
  const { rows } = (await db.raw(sql)) as { rows: unknown[] };
  return JSON.stringify(rows);
}

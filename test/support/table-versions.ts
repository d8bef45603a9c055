import type { Db } from '../../src/db/connect';

/** Is another once a row of one of the tables has been written, changed or removed. */
export async function versionsOf(db: Db, tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*), coalesce(sum(xmin::text::bigint), 0) from ${table}`,
  );
  const { rows } = (await db.raw(parts.join(' union all '))) as { rows: unknown[] };
  return JSON.stringify(rows);
}

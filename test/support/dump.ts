import type { Db } from '../../src/platform/postgres/connect';

/** All rows of all tables in text form; bytea is also shown as characters. */
export async function dumpDatabase(db: Db): Promise<string> {
  const { rows: tables } = await db.raw<{ rows: { tablename: string }[] }>(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const rows = await db(tablename).select<Record<string, unknown>[]>('*');
    for (const row of rows) {
      for (const value of Object.values(row)) {
        texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
      }
    }
  }
  return texts.join('\n');
}

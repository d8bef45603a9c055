import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../../src/platform/postgres/connect';

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

export interface SavedRows {
  /** The release that wrote the rows. */
  readonly version: string;
  /** The last migration of its schema. */
  readonly migration: string;
  readonly rows: Rows;
}

const folder = path.join(__dirname, 'rows');

/** The key ring of their sealed columns, used by these tests only. */
export const ROWS_KEYS = 'rows:cm93cyBrZXB0IG9mIHJlbGVhc2VkIHZlcnNpb25zISE=';

/** Orders of every kind in every state, with all related rows, per release. */
export function savedRows(): SavedRows[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return {
        ...(JSON.parse(text) as Omit<SavedRows, 'version'>),
        version: path.basename(file, '.json'),
      };
    });
}

/** The columns of each table of a database. */
export async function columnsOf(knex: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await knex.raw(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by 1`);
  return new Map(
    (rows as readonly { readonly name: string; readonly columns: readonly string[] }[]).map(
      ({ name, columns }) => [name, columns],
    ),
  );
}

/**
 * Replaces the content of a database, at the schema of the release, by the rows. Without triggers,
 * which have written their tables already, and without the order of foreign keys.
 */
export async function fillWith(knex: Db, { rows }: SavedRows): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    for (const [table, list] of Object.entries(rows)) {
      const columns = Object.keys(list[0] ?? {}).join();
      await trx(table).delete();
      await trx.raw(
        `insert into ?? (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table}, ?)`,
        [table, JSON.stringify(list)],
      );
      if (typeof list[0]?.['id'] !== 'number') continue;
      await trx.raw(`select setval(pg_get_serial_sequence(?, 'id'), max(id)) from ??`, [
        table,
        table,
      ]);
    }
  });
}

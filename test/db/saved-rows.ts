import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../src/db/postgres/connect';

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

/** Ordered by foreign keys. Migrations fill the tables that are missing here. */
const inOrder = [
  'merchants',
  'api_keys',
  'orders',
  'qr_codes',
  'deposits',
  'withdrawals',
  'refunds',
  'provider_requests',
  'status_changes',
  'callbacks',
  'slips',
  'slip_images',
  'exceptions',
  'transfers',
  'balances',
  'events',
  'webhooks',
  'deliveries',
  'delivery_attempts',
  'idempotency_keys',
  'dispatches',
  'replays',
];
const byMigrations = ['allowed_moves', 'order_fold'];

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
 * Fills a database with the rows. An earlier schema gets its own order kinds and their related
 * rows, in the columns that it has.
 */
export async function fillWith(knex: Db, { rows }: SavedRows): Promise<void> {
  const unknown = Object.keys(rows).filter((name) => ![...inOrder, ...byMigrations].includes(name));
  if (unknown.length > 0)
    throw new Error(`saved-rows.ts must say when ${unknown.join()} are filled`);
  const schema = await columnsOf(knex);
  const kinds = await knex('allowed_moves').distinct('kind').pluck<string[]>('kind');
  const fitting = matchingRows(rows, schema, kinds);
  for (const name of inOrder) {
    const list = fitting[name] ?? [];
    const columns = (schema.get(name) ?? []).filter((column) => column in (list[0] ?? {}));
    if (columns.length === 0) continue;
    await knex.raw(
      `insert into ?? (${columns.join()}) overriding system value
       select ${columns.join()} from json_populate_recordset(null::${name}, ?)`,
      [name, JSON.stringify(list)],
    );
    if (!columns.includes('id') || typeof list[0]?.['id'] !== 'number') continue;
    await knex.raw(`select setval(pg_get_serial_sequence(?, 'id'), max(id)) from ??`, [name, name]);
  }
  // Sums of the inserted transfers.
  await knex.raw(`
    update balances set
      available_satang = (select coalesce(sum(amount_satang), 0) from postings
        where account = 'available' and merchant_id = balances.merchant_id),
      held_satang = (select coalesce(sum(amount_satang), 0) from postings
        where account = 'held' and merchant_id = balances.merchant_id)`);
}

function matchingRows(
  rows: Rows,
  schema: ReadonlyMap<string, readonly string[]>,
  kinds: readonly string[],
): Rows {
  const has = (table: string, column: string) => schema.get(table)?.includes(column) === true;
  const ids = new Map<string, Set<unknown>>();
  const orders = (rows['orders'] ?? []).filter(
    ({ kind, method }) =>
      kinds.includes(String(kind)) && (method !== 'token' || has('orders', 'method')),
  );
  const fitting: Record<string, readonly Row[]> = { orders };
  for (const name of inOrder.filter((each) => schema.has(each))) {
    const list = (fitting[name] ?? rows[name] ?? []).filter((row) =>
      pointers.every(([column, table]) => {
        const target = row[column];
        if (target === undefined || (target === null && mayBeNull(name, column))) return true;
        // Skips postings of resolutions that this schema does not have.
        return (column !== 'exception_id' || has(name, column)) && ids.get(table)?.has(target);
      }),
    );
    // Earlier schemas have no resolutions.
    const isOpen = name === 'exceptions' && !has(name, 'resolution');
    fitting[name] = isOpen ? list.map((row) => ({ ...row, resolved_at: null })) : list;
    ids.set(name, new Set(list.map(({ id }) => id)));
  }
  return fitting;

  function mayBeNull(name: string, column: string): boolean {
    // Deliveries of webhook events have no order; both were added together.
    return name !== 'deliveries' || column !== 'order_id' || has(name, 'attempts_before');
  }
}

const pointers = [
  ['order_id', 'orders'],
  ['payment_id', 'orders'],
  ['callback_id', 'callbacks'],
  ['exception_id', 'exceptions'],
  ['event_id', 'events'],
  ['webhook_id', 'webhooks'],
  ['delivery_id', 'deliveries'],
  ['slip_id', 'slips'],
] as const;

import type { Db } from './connect';
import { run } from './connect';
import { raw, sql } from './sql';

/** A column whose values are sealed, each under the key that it names in front. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key: text, in every table that has such a column. */
  readonly id: string;
  readonly column: string;
  readonly type: 'text' | 'bytea';
  /** What its values are sealed for. */
  readonly context: string;
}

const text = (table: string, id: string, column: string, context: string): SealedColumn => ({
  table,
  id,
  column,
  type: 'text',
  context,
});

/** All of them but the answers under idempotency keys, which are gone after a day. */
export const sealedColumns: readonly SealedColumn[] = [
  text('qr_codes', 'id', 'client_sealed', 'qr_codes.client'),
  text('deposits', 'order_id', 'customer_sealed', 'deposits.customer'),
  text('provider_requests', 'order_id', 'subject_sealed', 'provider_requests.subject'),
  text('callbacks', 'id', 'body_sealed', 'callbacks.body'),
  text('webhooks', 'id', 'secret_sealed', 'webhooks.secret'),
  text('webhooks', 'id', 'previous_secret_sealed', 'webhooks.secret'),
  text('audit_keys', 'id', 'key_sealed', 'audit_keys.key'),
  {
    table: 'slip_images',
    id: 'slip_id',
    column: 'image_sealed',
    type: 'bytea',
    context: 'slip_images.image',
  },
];

export interface SealedRow {
  readonly id: string;
  readonly sealed: string | Buffer;
}

/** Up to `limit` rows in the order of their ids, after that id, sealed under another key. */
export async function findSealedOtherwise(
  db: Db,
  { table, id, column, type }: SealedColumn,
  { mark, afterId, limit }: { mark: string; afterId: string; limit: number },
): Promise<SealedRow[]> {
  const start = type === 'text' ? 'left(??, ?)' : `encode(substring(?? from 1 for ?), 'escape')`;
  return db(table)
    .whereRaw(`${start} <> ?`, [column, mark.length, mark])
    .where(id, '>', afterId)
    .orderBy(id)
    .limit(limit)
    .select<SealedRow[]>({ id, sealed: column });
}

/** Exchanges values that are still what they were; returns how many. */
export async function exchangeSealed(
  db: Db,
  { table, id, column, type }: SealedColumn,
  rows: readonly (SealedRow & { readonly fresh: string | Buffer })[],
): Promise<number> {
  const ids = rows.map((row) => row.id);
  const exchanged = await run(
    db,
    `exchange-${table}-${column}`,
    sql`update ${raw(table)} set ${raw(column)} = given.fresh
     from unnest(${ids}::text[], ${rows.map((row) => row.sealed) as string[]}::${raw(type)}[],
     ${rows.map((row) => row.fresh) as string[]}::${raw(type)}[]) as given (id, sealed, fresh)
     where ${raw(table)}.${raw(id)} = given.id and ${raw(table)}.${raw(column)} = given.sealed
     returning 1`,
  );
  return exchanged.length;
}

/** How many answers under idempotency keys, none older than a day, are under another key. */
export async function countAnswersSealedOtherwise(db: Db, mark: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    'count-answers-sealed-otherwise',
    sql`select count(*) from idempotency_keys where expires_at > now()
     and left(body, ${mark.length}) <> ${mark}`,
  );
  return row?.count ?? 0;
}

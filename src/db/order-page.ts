import type { Knex } from 'knex';
import type { OrderKind, OrderState } from '../domain/order';
import type { Db } from './connect';

export interface OrderFilter {
  readonly merchantId: string;
  readonly status?: OrderState;
  readonly reference?: string;
  readonly from?: Date;
  readonly until?: Date;
}

/** The place in a newest-first list after which a page begins. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Slice {
  readonly limit: number;
  /** Rows to leave out, unless the page begins after a position. */
  readonly offset: number;
  readonly after: Position | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** What belongs to one kind of order: its table, added to the query, and how a row is read. */
interface Detail<Row, Item> {
  readonly add: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  readonly read: (row: Row) => Item;
  /** A further condition. */
  readonly narrow?: (matching: Knex.QueryBuilder) => void;
}

/**
 * A merchant's orders of one kind, newest first, ties by id. One row more than asked for is read to
 * see if more follow.
 */
export async function pageOfOrders<Row, Item>(
  db: Db,
  kind: OrderKind,
  filter: OrderFilter,
  slice: Slice,
  { add, read, narrow }: Detail<Row, Item>,
): Promise<Page<Item>> {
  const matching = db('orders').where({
    'orders.kind': kind,
    'orders.merchant_id': filter.merchantId,
  });
  if (filter.status !== undefined) matching.where('orders.status', filter.status);
  if (filter.reference !== undefined) matching.where('orders.reference', filter.reference);
  if (filter.from !== undefined) matching.where('orders.created_at', '>=', filter.from);
  if (filter.until !== undefined) matching.where('orders.created_at', '<=', filter.until);

  narrow?.(matching);

  const page = add(matching.clone())
    .orderBy([
      { column: 'orders.created_at', order: 'desc' },
      { column: 'orders.id', order: 'desc' },
    ])
    .limit(slice.limit + 1);
  if (slice.after === null) page.offset(slice.offset);
  else {
    const { createdAt, id } = slice.after;
    page.whereRaw('(orders.created_at, orders.id) < (?, ?)', [createdAt, id]);
  }

  const [rows, counted] = await Promise.all([
    page as Promise<Row[]>,
    matching.clone().count<{ total: number }[]>('* as total').first(),
  ]);
  return {
    items: rows.slice(0, slice.limit).map(read),
    total: counted?.total ?? 0,
    hasMore: rows.length > slice.limit,
  };
}

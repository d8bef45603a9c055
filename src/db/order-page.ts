import type { Knex } from 'knex';
import type { OrderKind, OrderState } from '../domain/order';
import { standingsOf } from '../domain/standing';
import type { Standing } from '../domain/standing';
import type { Db } from './connect';
import { countOrders } from './order-counts';
import type { TimeSpan } from './order-counts';

/** Whose orders, and from when until when. Times are whole milliseconds, as those of orders are. */
export interface RangeFilter {
  readonly merchantId: string;
  readonly from?: Date;
  /** Inclusive. */
  readonly until?: Date;
}

export interface OrderFilter extends RangeFilter {
  readonly status?: OrderState;
  readonly reference?: string;
}

/** The place in a newest-first list after which a page begins. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Slice {
  readonly limit: number;
  /**
   * Rows to leave out, unless the page begins after a position. They are read all the same: deep
   * in a long list a position is the way.
   */
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
  /** A further condition, which few orders meet. */
  readonly narrow?: (matching: Knex.QueryBuilder) => void;
}

/** A merchant's orders of one kind, newest first, ties by id. */
export async function pageOfOrders<Row, Item>(
  db: Db,
  kind: OrderKind,
  filter: OrderFilter,
  slice: Slice,
  detail: Detail<Row, Item>,
): Promise<Page<Item>> {
  const { reference } = filter;
  const standings = standingsOf(kind, filter.status);
  if (reference === undefined) return pageOfStandings(db, standings, filter, slice, detail);
  return pageOfStandings(db, standings, filter, slice, {
    ...detail,
    narrow: (matching) => {
      matching.where('orders.reference', reference);
      detail.narrow?.(matching);
    },
  });
}

/**
 * A merchant's orders in some standings, newest first, ties by id. One row more than asked for is
 * read to see if more follow.
 */
export async function pageOfStandings<Row, Item>(
  db: Db,
  standings: readonly Standing[],
  filter: RangeFilter,
  slice: Slice,
  { add, read, narrow }: Detail<Row, Item>,
): Promise<Page<Item>> {
  // What no order can be, as a refund that is refunded.
  if (standings.length === 0) return { items: [], total: 0, hasMore: false };
  const { merchantId, from, until } = filter;
  const span = { from, before: until && new Date(until.getTime() + 1) };
  const parts = partsOf(db, merchantId, standings, span);
  if (narrow !== undefined) parts.forEach((part) => narrow(part));
  const [rows, total] = await Promise.all([
    readSlice<Row>(db, parts, slice, add),
    narrow === undefined ? countOrders(db, merchantId, standings, span) : countParts(db, parts),
  ]);
  return { items: rows.slice(0, slice.limit).map(read), total, hasMore: rows.length > slice.limit };
}

/** A query for each standing, so that the index has each in the order of the list. */
const partsOf = (
  db: Db,
  merchantId: string,
  standings: readonly Standing[],
  { from, before }: TimeSpan,
): readonly Knex.QueryBuilder[] =>
  standings.map(({ kind, status }) => {
    const part = db('orders')
      .where({ merchant_id: merchantId, kind })
      .whereRaw('shown_status(kind, status, amount_satang, refunded_satang) = ?', [status]);
    if (from !== undefined) part.where('created_at', '>=', from);
    if (before !== undefined) part.where('created_at', '<', before);
    return part;
  });

const newestFirst = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
];

/**
 * Merges the parts. Each has the order and the bound of the whole, so that Postgres reads them from
 * the index, and of each no more than the page needs.
 */
async function readSlice<Row>(
  db: Db,
  parts: readonly Knex.QueryBuilder[],
  { limit, offset, after }: Slice,
  add: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Row[]> {
  const skipped = after === null ? offset : 0;
  const heads = parts.map((part) => {
    const head = part
      .clone()
      .select('*')
      .orderBy(newestFirst)
      .limit(skipped + limit + 1);
    if (after === null) return head;
    return head.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
  });
  const page = db
    .select('*')
    .from(db.unionAll(heads, true).as('merged'))
    .orderBy(newestFirst)
    .offset(skipped)
    .limit(limit + 1)
    .as('orders');
  return add(db.from(page)).orderBy(
    newestFirst.map(({ column, order }) => ({ column: `orders.${column}`, order })),
  ) as Promise<Row[]>;
}

async function countParts(db: Db, parts: readonly Knex.QueryBuilder[]): Promise<number> {
  const ids = parts.map((part) => part.clone().select('id'));
  const counted = await db
    .from(db.unionAll(ids, true).as('matching'))
    .count<{ total: number }[]>('* as total')
    .first();
  return counted?.total ?? 0;
}

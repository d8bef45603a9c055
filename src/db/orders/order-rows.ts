import type { Knex } from 'knex';
import type { Db } from '../postgres/connect';
import type { Narrowing } from './order-search';

/** A cursor: the last row of the page before, newest first. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Slice {
  readonly limit: number;
  /**
   * Rows to skip, unless a cursor is given. They are read all the same: use a cursor deep in a long
   * list.
   */
  readonly offset: number;
  readonly after: Position | null;
}

/** Rows of a list, newest first, ties by id. */
export interface Rows {
  /** Reads one row more than the limit, which shows whether more follow. */
  read<Row>(slice: Slice, add: Add): Promise<Row[]>;
  /** Counts in the database. */
  count(): Promise<number>;
}

/** Joins the table of a kind to a query of orders. */
type Add = (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
/** Orders of one display status, which the index has in the order of the list. */
type Part = Knex.QueryBuilder;

const newestFirst = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
];
const joinedNewestFirst = newestFirst.map(({ column, order }) => ({
  column: `orders.${column}`,
  order,
}));

const skippedBy = ({ after, offset }: Slice): number => (after === null ? offset : 0);

export function newestRows(db: Db, parts: readonly Part[]): Rows {
  return {
    read<Row>(slice: Slice, add: Add) {
      const page = heads(db, parts, slice.after, skippedBy(slice) + slice.limit + 1);
      return addTo(db, page.offset(skippedBy(slice)), add) as Promise<Row[]>;
    },
    count: () => countIn(db, parts),
  };
}

/** Minimum number of newest orders to filter before an index is used. */
const SCAN_MIN = 5_000;
/** If at least one in this many newest orders matches, they fill a page. */
const SCAN_PER_ROW = 25;

interface Narrowed {
  readonly parts: readonly Part[];
  /** All parts in one query. */
  readonly whole: Knex.QueryBuilder;
  /** Each order meets all of these. */
  readonly all: readonly Narrowing[];
  /** Each order meets one of these. */
  readonly any: readonly Narrowing[] | null;
}

/**
 * Rows that meet further conditions. If many orders match, a page is found among the newest; if few
 * match, an index of the condition is used and its result sorted. The choice is made by trying the
 * former: Postgres's estimate is wrong where orders of a kind were created together.
 */
export function narrowedRows(db: Db, { parts, whole, all, any }: Narrowed): Rows {
  const matching = (any ?? [null]).map((one) => found(whole, all, one));
  const metBy = (...least: readonly string[]) =>
    all.some((each) => least.includes(each.metBy)) ||
    (any?.every((each) => least.includes(each.metBy)) ?? false);
  const isMetByFew = async () => {
    if (metBy('few')) return true;
    if (!metBy('few', 'mostlyFew')) return false;
    const some = matching.map((orders) => orders.clone().limit(SCAN_MIN));
    return (await countIn(db, some)) < SCAN_MIN;
  };
  return {
    async read<Row>(slice: Slice, add: Add) {
      const skipped = skippedBy(slice);
      const wanted = skipped + slice.limit + 1;
      if (!(await isMetByFew())) {
        const scanned = Math.max(SCAN_MIN, SCAN_PER_ROW * wanted);
        const newest = db.from(heads(db, parts, slice.after, scanned).as('orders')).select('*');
        const near = filtered(newest, all, any).orderBy(newestFirst).limit(wanted);
        const rows = (await addTo(db, near, add)) as Row[];
        if (rows.length === wanted) return rows.slice(skipped);
      }
      const places = db
        // Hides the limit from Postgres, which otherwise might scan in the order of the list.
        .withMaterialized('found', db.unionAll(matching.map(placesIn(slice.after)), true))
        // An order can match several conditions.
        .distinct('created_at', 'id')
        .from('found')
        .orderBy(newestFirst)
        .offset(skipped)
        .limit(slice.limit + 1);
      const page = db('orders')
        .select('*')
        .whereIn('id', db.select('id').from(places.as('places')));
      return addTo(db, page, add) as Promise<Row[]>;
    },
    count: () => countIn(db, matching),
  };
}

function found(
  whole: Knex.QueryBuilder,
  all: readonly Narrowing[],
  one: Narrowing | null,
): Knex.QueryBuilder {
  const orders = whole.clone();
  for (const { find } of one === null ? all : [...all, one]) find(orders);
  return orders;
}

function filtered(
  rows: Knex.QueryBuilder,
  all: readonly Narrowing[],
  any: readonly Narrowing[] | null,
): Knex.QueryBuilder {
  for (const { filter } of all) filter(rows);
  if (any === null) return rows;
  return rows.where((either) => {
    for (const { filter } of any) void either.orWhere((one) => filter(one));
  });
}

const since = (orders: Knex.QueryBuilder, after: Position | null): Knex.QueryBuilder =>
  after === null
    ? orders.clone()
    : orders.clone().whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);

const placesIn = (after: Position | null) => (orders: Knex.QueryBuilder) =>
  since(orders, after).select('created_at', 'id');

/**
 * Merges the parts. Each has the order and the limit of the whole, so that Postgres reads no more
 * of an index than the page needs.
 */
function heads(
  db: Db,
  parts: readonly Part[],
  after: Position | null,
  limit: number,
): Knex.QueryBuilder {
  const each = parts.map((part) =>
    since(part, after).select('*').orderBy(newestFirst).limit(limit),
  );
  return db
    .select('*')
    .from(db.unionAll(each, true).as('merged'))
    .orderBy(newestFirst)
    .limit(limit);
}

const addTo = (db: Db, page: Knex.QueryBuilder, add: Add): Knex.QueryBuilder =>
  add(db.from(page.as('orders'))).orderBy(joinedNewestFirst);

async function countIn(db: Db, parts: readonly Part[]): Promise<number> {
  const ids = parts.map((part) => part.clone().select('id'));
  const counted = await db
    .from(db.union(ids, true).as('matching'))
    .count<{ total: number }[]>('* as total')
    .first();
  return counted?.total ?? 0;
}

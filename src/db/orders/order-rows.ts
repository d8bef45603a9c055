import type { Knex } from 'knex';
import type { Db } from '../postgres/connect';
import type { Narrowing } from './order-search';

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

/** Rows of a list, newest first, ties by id. */
export interface Rows {
  /** One row more than asked for is read, to see if more follow. */
  read<Row>(slice: Slice, add: Add): Promise<Row[]>;
  /** Counts them where they stand. */
  count(): Promise<number>;
}

/** Adds the table of a kind to a query of orders. */
type Add = (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
/** Orders of one standing, which the index has in the order of the list. */
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

/** How many of the newest are looked at for a page, at least, before an index is asked. */
const LOOK_MIN = 5_000;
/** As often as one in so many meets the conditions, the newest have a page of them. */
const LOOK_PER_ROW = 25;

interface Narrowed {
  readonly parts: readonly Part[];
  /** All parts in one query. */
  readonly whole: Knex.QueryBuilder;
  /** What each order has to meet. */
  readonly all: readonly Narrowing[];
  /** Of these, one. */
  readonly any: readonly Narrowing[] | null;
}

/**
 * Rows that meet further conditions. What many orders meet is found among the newest; what few meet
 * is found by an index of its own, and sorted. Which of both it is, is tried and not left to what
 * Postgres estimates, which is wrong wherever orders of a kind come together in time.
 */
export function narrowedRows(db: Db, { parts, whole, all, any }: Narrowed): Rows {
  const matching = (any ?? [null]).map((one) => found(whole, all, one));
  const metBy = (...least: readonly string[]) =>
    all.some((each) => least.includes(each.metBy)) ||
    (any?.every((each) => least.includes(each.metBy)) ?? false);
  const isMetByFew = async () => {
    if (metBy('few')) return true;
    if (!metBy('few', 'mostlyFew')) return false;
    const some = matching.map((orders) => orders.clone().limit(LOOK_MIN));
    return (await countIn(db, some)) < LOOK_MIN;
  };
  return {
    async read<Row>(slice: Slice, add: Add) {
      const skipped = skippedBy(slice);
      const wanted = skipped + slice.limit + 1;
      if (!(await isMetByFew())) {
        const look = Math.max(LOOK_MIN, LOOK_PER_ROW * wanted);
        const newest = db.from(heads(db, parts, slice.after, look).as('orders')).select('*');
        const near = filtered(newest, all, any).orderBy(newestFirst).limit(wanted);
        const rows = (await addTo(db, near, add)) as Row[];
        if (rows.length === wanted) return rows.slice(skipped);
      }
      const places = db
        // Postgres is not to know that a page is enough, or it might go by the list's order.
        .withMaterialized('found', db.unionAll(matching.map(placesIn(slice.after)), true))
        // One order can be what several conditions ask for.
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
 * Merges the parts. Each has the order and the bound of the whole, so that Postgres reads them from
 * the index, and of each no more than the page needs.
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

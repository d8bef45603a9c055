import { run, type Db } from '../../platform/postgres/connect';
import type { Position } from '../../platform/postgres/position';
import { allOf, joined, raw, sql, type Sql } from '../../platform/postgres/sql';
import type { Narrowing } from './order-search';

export interface Slice {
  readonly limit: number;
  /** Rows to skip without a cursor. Postgres reads them all: use a cursor deep in a long list. */
  readonly offset: number;
  readonly after: Position | null;
}

/** See orders/rules/display-status.ts. */
export const displayStatus = sql`
  shown_status(orders.kind, orders.status, orders.amount_satang, orders.refunded_satang,
               orders.credited_satang, orders.reversed_satang)`;

/** Columns of `orders` and of the tables of a kind, which `join` adds. */
export interface Selection {
  readonly columns: Sql;
  readonly join: Sql;
}

/** Newest first, ties by id. Up to `limit` + 1 rows: the extra one shows that more follow. */
export type ReadRows = <Row>(slice: Slice, selection: Selection) => Promise<Row[]>;

/** The time by which a list is ordered and filtered; only completed orders have the other one. */
export type ListTime = 'created' | 'completed';

/** A column of `orders` and of `order_states`. */
export const timeColumn = (time: ListTime): Sql => raw(`${time}_at`);

const newestFirst = sql`order by at desc, id desc`;

/** Joins each row of `places` to the order with its id, and keeps the sequence of the rows. */
const ordersAt = (places: Sql): Sql => sql`(${places}) as places
  cross join lateral (select * from orders where orders.id = places.id limit 1) as orders`;

const skippedBy = ({ after, offset }: Slice): number => (after === null ? offset : 0);

/**
 * Rows that meet one of the conditions on `order_states`, which has an index in the order of the
 * list.
 */
export const newestRows =
  (db: Db, time: ListTime, parts: readonly Sql[]): ReadRows =>
  (slice, selection) => {
    const skipped = skippedBy(slice);
    const page = heads(time, parts, slice.after, skipped + slice.limit + 1);
    return select(
      db,
      time,
      selection,
      sql`select orders.* from ${ordersAt(sql`${page} offset ${skipped}`)}`,
    );
  };

/** Newest orders to filter before an index is used. */
const SCAN_MIN = 5_000;
/** If at least one in this many newest orders matches, they fill a page. */
const SCAN_PER_ROW = 25;

interface Narrowed {
  readonly time: ListTime;
  /** Conditions on `order_states`. */
  readonly parts: readonly Sql[];
  /** On `orders`: all parts in one condition. */
  readonly whole: Sql;
  /** Each order meets all of these. */
  readonly all: readonly Narrowing[];
  /** Each order meets one of these. */
  readonly any: readonly Narrowing[] | null;
}

/**
 * If many orders match, a page is found among the newest; if few match, an index of the condition
 * is used and its result sorted. The choice is made by trying the former: Postgres's estimate is
 * wrong where orders of a kind were created together.
 */
export function narrowedRows(
  db: Db,
  { time, parts, whole, all, any }: Narrowed,
): { readonly read: ReadRows; readonly ids: readonly Sql[] } {
  const at = timeColumn(time);
  const found = allOf(whole, ...all.map(({ find }) => find));
  const matching = any === null ? [found] : any.map(({ find }) => allOf(found, find));
  const isKept = allOf(
    ...all.map(({ filter }) => filter),
    any &&
      joined(
        any.map(({ filter }) => sql`(${filter})`),
        ' or ',
      ),
  );
  const metBy = (...least: readonly string[]) =>
    all.some((each) => least.includes(each.metBy)) ||
    (any?.every((each) => least.includes(each.metBy)) ?? false);
  const isMetByFew = async () => {
    if (metBy('few')) return true;
    if (!metBy('few', 'mostlyFew')) return false;
    return (await countMatching(db, matching, SCAN_MIN)) < SCAN_MIN;
  };
  return {
    async read<Row>(slice: Slice, selection: Selection) {
      const skipped = skippedBy(slice);
      const wanted = skipped + slice.limit + 1;
      if (!(await isMetByFew())) {
        const scanned = heads(time, parts, slice.after, Math.max(SCAN_MIN, SCAN_PER_ROW * wanted));
        const near = sql`
          select orders.* from ${ordersAt(scanned)} where ${isKept}
          order by places.at desc, places.id desc limit ${wanted}`;
        const rows = await select<Row>(db, time, selection, near);
        if (rows.length === wanted) return rows.slice(skipped);
      }
      const places = matching.map(
        (isMatch) => sql`
          (select ${at} as at, id from orders where ${since(at, isMatch, slice.after)})`,
      );
      // The expression hides the limit from Postgres, which otherwise might scan in the order of
      // the list. An order can match several conditions.
      const page = sql`
        select * from orders where id in (
          with found as materialized (${joined(places, ' union all ')})
          select id from (
            select distinct at, id from found ${newestFirst}
            offset ${skipped} limit ${slice.limit + 1}) as places)`;
      return select<Row>(db, time, selection, page);
    },
    ids: matching.map((condition) => sql`(select id from orders where ${condition})`),
  };
}

const since = (at: Sql, condition: Sql, after: Position | null): Sql =>
  allOf(condition, after && sql`(${at}, id) < (${after.createdAt}, ${after.id})`);

/**
 * Each part has the order and the limit of the whole, so that Postgres reads no more of an index
 * than the page needs.
 */
function heads(time: ListTime, parts: readonly Sql[], after: Position | null, limit: number): Sql {
  const at = timeColumn(time);
  const older = after && sql`(${at}, order_id) < (${after.createdAt}, ${after.id})`;
  const each = parts.map(
    (part) => sql`
      (select ${at} as at, order_id as id from order_states
       where ${allOf(part, older)}
       order by ${at} desc, order_id desc limit ${limit})`,
  );
  return sql`
    select * from (${joined(each, ' union all ')}) as merged ${newestFirst} limit ${limit}`;
}

const select = <Row>(
  db: Db,
  time: ListTime,
  { columns, join }: Selection,
  page: Sql,
): Promise<Row[]> =>
  run<Row>(
    db,
    null,
    sql`select ${columns} from (${page}) as orders ${join}
     order by orders.${timeColumn(time)} desc, orders.id desc`,
  );

/** Orders that meet one of the conditions, each read up to the limit. */
async function countMatching(db: Db, conditions: readonly Sql[], limit: number): Promise<number> {
  const ids = conditions.map(
    (condition) => sql`(select id from orders where ${condition} limit ${limit})`,
  );
  const [counted] = await run<{ total: number }>(
    db,
    null,
    sql`select count(*) as total from (${joined(ids, ' union ')}) as matching`,
  );
  return counted?.total ?? 0;
}

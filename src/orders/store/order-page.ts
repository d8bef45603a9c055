import type { OrderKind } from '../rules/kinds';
import type { Meaning } from '../rules/search';
import {
  displayStatusesOf,
  type DisplayStatus,
  type OrderDisplayStatus,
} from '../rules/display-status';
import type { Db } from '../../platform/postgres/connect';
import { allOf, joined, sql, type Sql } from '../../platform/postgres/sql';
import type { Position } from '../../platform/postgres/position';
import { countOrders } from './order-counts';
import { countIds, noSums, sumOrders, type OrderSums } from './order-sums';
import {
  displayStatus,
  narrowedRows,
  newestRows,
  timeColumn,
  type ListTime,
  type Selection,
  type Slice,
} from './order-rows';
import {
  narrowingOf,
  paidByOther,
  underReview,
  withReference,
  withWrongSlip,
  withinAmounts,
  type AmountRange,
  type Narrowing,
} from './order-search';

export type { Slice } from './order-rows';

/** Times are whole milliseconds, like those of orders. */
export interface ListFilter {
  readonly merchantId: string;
  /** By default `created`. `completed`: only completed orders, by the time when money moved. */
  readonly time?: ListTime;
  readonly from?: Date;
  /** Inclusive. */
  readonly until?: Date;
  readonly amount?: AmountRange;
  /** An order matches any of these; an empty list matches none. */
  readonly search?: readonly Meaning[];
  /** Only orders with an open exception. */
  readonly isUnderReview?: boolean;
  /** Only deposits paid by another account than expected. */
  readonly isOtherPayer?: boolean;
  /** Only deposits for which a slip of another payment was sent. */
  readonly hasWrongSlip?: boolean;
}

export interface OrderFilter extends ListFilter {
  readonly status?: DisplayStatus;
  readonly reference?: string;
}

export interface Part<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export interface ListPart<Item> extends Part<Item> {
  /** The position of the last item; null without items. */
  readonly last: Position | null;
}

export interface Page<Item> extends Part<Item> {
  readonly total: number;
}

/** Nothing is read before `read` or `count` is called. */
export interface OrderList<Item> {
  read(slice: Slice): Promise<ListPart<Item>>;
  /** Exact. Fast when only statuses and times of creation are filtered. */
  count(): Promise<number>;
  /** Null when more than `max` orders match. */
  sum(max: number): Promise<OrderSums | null>;
}

export async function readPage<Item>(list: OrderList<Item>, slice: Slice): Promise<Page<Item>> {
  const [part, total] = await Promise.all([list.read(slice), list.count()]);
  return { ...part, total };
}

/** The columns of one kind, and the mapping of a row. */
interface Detail<Row, Item> {
  readonly selection: Selection;
  readonly read: (row: Row) => Item;
  readonly narrow?: readonly Narrowing[];
}

interface Timed {
  readonly id: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Newest first, ties by id. */
export function listOfOrders<Row, Item extends Timed>(
  db: Db,
  kind: OrderKind,
  filter: OrderFilter,
  detail: Detail<Row, Item>,
): OrderList<Item> {
  const { reference } = filter;
  const narrow = [
    ...(detail.narrow ?? []),
    ...(reference === undefined ? [] : [withReference(reference)]),
  ];
  return listByDisplayStatus(db, displayStatusesOf(kind, filter.status), filter, {
    ...detail,
    narrow,
  });
}

/** Newest first, ties by id. */
export function listByDisplayStatus<Row, Item extends Timed>(
  db: Db,
  displayStatuses: readonly OrderDisplayStatus[],
  filter: ListFilter,
  { selection, read, narrow = [] }: Detail<Row, Item>,
): OrderList<Item> {
  const {
    merchantId,
    time = 'created',
    from,
    until,
    amount,
    search,
    isUnderReview = false,
    isOtherPayer = false,
    hasWrongSlip = false,
  } = filter;
  // No order matches: a status that the kind does not have, or a search without a meaning.
  if (displayStatuses.length === 0 || search?.length === 0) return emptyList;
  const span = { from, before: until && new Date(until.getTime() + 1) };
  const at = timeColumn(time);
  const within = (kindAndStatus: Sql): Sql =>
    allOf(
      sql`merchant_id = ${merchantId} and ${kindAndStatus}`,
      time === 'completed' ? sql`completed_at is not null` : null,
      from === undefined ? null : sql`${at} >= ${from}`,
      span.before === undefined ? null : sql`${at} < ${span.before}`,
    );
  const parts = partsOf(time, displayStatuses).map(within);
  const all = [
    ...narrow,
    ...(amount === undefined ? [] : [withinAmounts(amount)]),
    ...(isUnderReview ? [underReview(merchantId)] : []),
    ...(isOtherPayer ? [paidByOther(merchantId)] : []),
    ...(hasWrongSlip ? [withWrongSlip(merchantId)] : []),
  ];
  const any = search?.map((meaning) => narrowingOf(merchantId, meaning)) ?? null;
  const isPlain = all.length === 0 && any === null;
  const whole = within(isOneOf(displayStatuses));
  const narrowed = narrowedRows(db, { time, parts, whole, all, any });
  const rows = isPlain ? newestRows(db, time, parts) : narrowed.read;
  const ids = isPlain
    ? parts.map((part) => sql`(select order_id as id from order_states where ${part})`)
    : narrowed.ids;
  return {
    async read(slice) {
      const found = await rows<Row>(slice, selection);
      const items = found.slice(0, slice.limit).map(read);
      const end = items.at(-1);
      const endAt = time === 'completed' ? end?.completedAt : end?.createdAt;
      return {
        items,
        hasMore: found.length > slice.limit,
        last: end === undefined || !endAt ? null : { id: end.id, createdAt: endAt },
      };
    },
    count: () =>
      isPlain && time === 'created'
        ? countOrders(db, merchantId, displayStatuses, span)
        : countIds(db, ids),
    sum: (max) => sumOrders(db, ids, max),
  };
}

const emptyList = {
  read: () => Promise.resolve({ items: [], hasMore: false, last: null }),
  count: () => Promise.resolve(0),
  sum: () => Promise.resolve(noSums),
};

/**
 * Conditions on `order_states`. Its key has each display status in the order of creation; an index
 * has each kind in the order of completion.
 */
function partsOf(time: ListTime, displayStatuses: readonly OrderDisplayStatus[]): readonly Sql[] {
  if (time === 'created') {
    return displayStatuses.map(({ kind, status }) => sql`kind = ${kind} and status = ${status}`);
  }
  return [...new Set(displayStatuses.map(({ kind }) => kind))].map((kind) => {
    const statuses = displayStatuses.filter((each) => each.kind === kind);
    const names = statuses.map(({ status }) => status);
    return sql`kind = ${kind} and status = any(${names}::text[])`;
  });
}

/** One condition, for queries that another index narrows. */
function isOneOf(displayStatuses: readonly OrderDisplayStatus[]): Sql {
  const kinds = [...new Set(displayStatuses.map(({ kind }) => kind))].map((kind) => sql`${kind}`);
  const each = displayStatuses.map(({ kind, status }) => sql`(${kind}, ${status})`);
  return sql`
    kind in (${joined(kinds, ', ')}) and (kind, ${displayStatus}) in (${joined(each, ', ')})`;
}

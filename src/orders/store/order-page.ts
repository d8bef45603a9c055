import type { OrderKind } from '../rules/kinds';
import type { Meaning } from '../rules/search';
import {
  displayStatusesOf,
  type DisplayStatus,
  type OrderDisplayStatus,
} from '../rules/display-status';
import type { Db } from '../../platform/postgres/connect';
import { allOf, joined, sql, type Sql } from '../../platform/postgres/sql';
import { countOrders } from './order-counts';
import { displayStatus, narrowedRows, newestRows, type Selection, type Slice } from './order-rows';
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

export interface Page<Item> extends Part<Item> {
  readonly total: number;
}

/** Nothing is read before `read` or `count` is called. */
export interface OrderList<Item> {
  read(slice: Slice): Promise<Part<Item>>;
  /** Exact. Fast when only statuses and times are filtered. */
  count(): Promise<number>;
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

/** Newest first, ties by id. */
export function listOfOrders<Row, Item>(
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
export function listByDisplayStatus<Row, Item>(
  db: Db,
  displayStatuses: readonly OrderDisplayStatus[],
  filter: ListFilter,
  { selection, read, narrow = [] }: Detail<Row, Item>,
): OrderList<Item> {
  const {
    merchantId,
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
  const within = (kindAndStatus: Sql): Sql =>
    allOf(
      sql`merchant_id = ${merchantId} and ${kindAndStatus}`,
      from === undefined ? null : sql`created_at >= ${from}`,
      span.before === undefined ? null : sql`created_at < ${span.before}`,
    );
  // The key of order_states has each display status in the order of the list.
  const parts = displayStatuses.map(({ kind, status }) =>
    within(sql`kind = ${kind} and status = ${status}`),
  );
  const all = [
    ...narrow,
    ...(amount === undefined ? [] : [withinAmounts(amount)]),
    ...(isUnderReview ? [underReview(merchantId)] : []),
    ...(isOtherPayer ? [paidByOther(merchantId)] : []),
    ...(hasWrongSlip ? [withWrongSlip(merchantId)] : []),
  ];
  const any = search?.map((meaning) => narrowingOf(merchantId, meaning)) ?? null;
  const isPlain = all.length === 0 && any === null;
  const narrowed = narrowedRows(db, { parts, whole: within(isOneOf(displayStatuses)), all, any });
  const rows = isPlain ? newestRows(db, parts) : narrowed.read;
  return {
    async read(slice) {
      const found = await rows<Row>(slice, selection);
      return { items: found.slice(0, slice.limit).map(read), hasMore: found.length > slice.limit };
    },
    count: () => (isPlain ? countOrders(db, merchantId, displayStatuses, span) : narrowed.count()),
  };
}

const emptyList = {
  read: () => Promise.resolve({ items: [], hasMore: false }),
  count: () => Promise.resolve(0),
};

/** One condition, for queries that another index narrows. */
function isOneOf(displayStatuses: readonly OrderDisplayStatus[]): Sql {
  const kinds = [...new Set(displayStatuses.map(({ kind }) => kind))].map((kind) => sql`${kind}`);
  const each = displayStatuses.map(({ kind, status }) => sql`(${kind}, ${status})`);
  return sql`
    kind in (${joined(kinds, ', ')}) and (kind, ${displayStatus}) in (${joined(each, ', ')})`;
}

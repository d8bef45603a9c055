import type { Knex } from 'knex';
import type { OrderKind } from '../../domain/orders';
import type { Meaning } from '../../domain/search';
import { displayStatusesOf } from '../../domain/display-status';
import type { DisplayStatus, OrderDisplayStatus } from '../../domain/display-status';
import type { Db } from '../postgres/connect';
import { countOrders } from './order-counts';
import type { TimeSpan } from './order-counts';
import { narrowedRows, newestRows } from './order-rows';
import type { Slice } from './order-rows';
import {
  narrowingOf,
  paidByOther,
  underReview,
  withReference,
  withinAmounts,
} from './order-search';
import type { AmountRange, Narrowing } from './order-search';

export type { Position, Slice } from './order-rows';

/** The filter of a list. Times are whole milliseconds, like those of orders. */
export interface ListFilter {
  readonly merchantId: string;
  readonly from?: Date;
  /** Inclusive. */
  readonly until?: Date;
  readonly amount?: AmountRange;
  /** Orders that match any of these; an empty list matches none. */
  readonly search?: readonly Meaning[];
  /** Only orders with an open exception. */
  readonly isUnderReview?: boolean;
  /** Only deposits paid by another account than expected. */
  readonly isOtherPayer?: boolean;
}

export interface OrderFilter extends ListFilter {
  readonly status?: DisplayStatus;
  readonly reference?: string;
}

/** A page of a list. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export interface Page<Item> extends Part<Item> {
  readonly total: number;
}

/** A list that has not been read yet. */
export interface OrderList<Item> {
  read(slice: Slice): Promise<Part<Item>>;
  /** The exact number. Fast when only statuses and times are filtered. */
  count(): Promise<number>;
}

export async function readPage<Item>(list: OrderList<Item>, slice: Slice): Promise<Page<Item>> {
  const [part, total] = await Promise.all([list.read(slice), list.count()]);
  return { ...part, total };
}

/** The details of one kind: its table, joined to the query, and the mapping of a row. */
interface Detail<Row, Item> {
  readonly add: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  readonly read: (row: Row) => Item;
  readonly narrow?: readonly Narrowing[];
}

/** A merchant's orders of one kind, newest first, ties by id. */
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

/** A merchant's orders in some display statuses, newest first, ties by id. */
export function listByDisplayStatus<Row, Item>(
  db: Db,
  displayStatuses: readonly OrderDisplayStatus[],
  filter: ListFilter,
  { add, read, narrow = [] }: Detail<Row, Item>,
): OrderList<Item> {
  const {
    merchantId,
    from,
    until,
    amount,
    search,
    isUnderReview = false,
    isOtherPayer = false,
  } = filter;
  // No order matches: a status that the kind does not have, or a search without a meaning.
  if (displayStatuses.length === 0 || search?.length === 0) return emptyList;
  const span = { from, before: until && new Date(until.getTime() + 1) };
  const parts = partsOf(db, merchantId, displayStatuses, span);
  const all = [
    ...narrow,
    ...(amount === undefined ? [] : [withinAmounts(amount)]),
    ...(isUnderReview ? [underReview(merchantId)] : []),
    ...(isOtherPayer ? [paidByOther] : []),
  ];
  const any = search?.map((meaning) => narrowingOf(merchantId, meaning)) ?? null;
  const isPlain = all.length === 0 && any === null;
  const rows = isPlain
    ? newestRows(db, parts)
    : narrowedRows(db, { parts, whole: wholeOf(db, merchantId, displayStatuses, span), all, any });
  return {
    async read(slice) {
      const found = await rows.read<Row>(slice, add);
      return { items: found.slice(0, slice.limit).map(read), hasMore: found.length > slice.limit };
    },
    count: () => (isPlain ? countOrders(db, merchantId, displayStatuses, span) : rows.count()),
  };
}

const emptyList = {
  read: () => Promise.resolve({ items: [], hasMore: false }),
  count: () => Promise.resolve(0),
};

/** One query per display status: the index has each in the order of the list. */
const partsOf = (
  db: Db,
  merchantId: string,
  displayStatuses: readonly OrderDisplayStatus[],
  span: TimeSpan,
): readonly Knex.QueryBuilder[] =>
  displayStatuses.map(({ kind, status }) => {
    const part = db('orders')
      .where({ merchant_id: merchantId, kind })
      .whereRaw('shown_status(kind, status, amount_satang, refunded_satang) = ?', [status]);
    return within(part, span);
  });

function within(orders: Knex.QueryBuilder, { from, before }: TimeSpan): Knex.QueryBuilder {
  if (from !== undefined) orders.where('created_at', '>=', from);
  if (before !== undefined) orders.where('created_at', '<', before);
  return orders;
}

/** The same in one query, for conditions with an index of their own. */
const wholeOf = (
  db: Db,
  merchantId: string,
  displayStatuses: readonly OrderDisplayStatus[],
  span: TimeSpan,
): Knex.QueryBuilder =>
  within(db('orders').where({ merchant_id: merchantId }), span)
    .whereIn('kind', [...new Set(displayStatuses.map(({ kind }) => kind))])
    .whereRaw(
      `(kind, shown_status(kind, status, amount_satang, refunded_satang))
         in (${displayStatuses.map(() => '(?, ?)').join(', ')})`,
      displayStatuses.flatMap(({ kind, status }) => [kind, status]),
    );

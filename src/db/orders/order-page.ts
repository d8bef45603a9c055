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

/** Whose orders, and which. Times are whole milliseconds, as those of orders are. */
export interface ListFilter {
  readonly merchantId: string;
  readonly from?: Date;
  /** Inclusive. */
  readonly until?: Date;
  readonly amount?: AmountRange;
  /** Orders that are what any of these says: none for an empty list. */
  readonly search?: readonly Meaning[];
  /** Only orders with an exception that no operator has resolved. */
  readonly isUnderReview?: boolean;
  /** Only deposits that another account paid than the expected one. */
  readonly isOtherPayer?: boolean;
}

export interface OrderFilter extends ListFilter {
  readonly status?: DisplayStatus;
  readonly reference?: string;
}

/** A part of a list. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export interface Page<Item> extends Part<Item> {
  readonly total: number;
}

/** A list, as far as nothing of it has been read. */
export interface OrderList<Item> {
  read(slice: Slice): Promise<Part<Item>>;
  /** How many there are, exactly: fast for a list that is asked for by standing and time alone. */
  count(): Promise<number>;
}

export async function readPage<Item>(list: OrderList<Item>, slice: Slice): Promise<Page<Item>> {
  const [part, total] = await Promise.all([list.read(slice), list.count()]);
  return { ...part, total };
}

/** What belongs to one kind of order: its table, added to the query, and how a row is read. */
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
  return listOfStandings(db, displayStatusesOf(kind, filter.status), filter, { ...detail, narrow });
}

/** A merchant's orders in some standings, newest first, ties by id. */
export function listOfStandings<Row, Item>(
  db: Db,
  standings: readonly OrderDisplayStatus[],
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
  // What no order can be, as a refund that is refunded, or what nothing was meant by.
  if (standings.length === 0 || search?.length === 0) return emptyList;
  const span = { from, before: until && new Date(until.getTime() + 1) };
  const parts = partsOf(db, merchantId, standings, span);
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
    : narrowedRows(db, { parts, whole: wholeOf(db, merchantId, standings, span), all, any });
  return {
    async read(slice) {
      const found = await rows.read<Row>(slice, add);
      return { items: found.slice(0, slice.limit).map(read), hasMore: found.length > slice.limit };
    },
    count: () => (isPlain ? countOrders(db, merchantId, standings, span) : rows.count()),
  };
}

const emptyList = {
  read: () => Promise.resolve({ items: [], hasMore: false }),
  count: () => Promise.resolve(0),
};

/** A query for each standing, so that the index has each in the order of the list. */
const partsOf = (
  db: Db,
  merchantId: string,
  standings: readonly OrderDisplayStatus[],
  span: TimeSpan,
): readonly Knex.QueryBuilder[] =>
  standings.map(({ kind, status }) => {
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

/** The same in one query, for what is found another way than in the order of the list. */
const wholeOf = (
  db: Db,
  merchantId: string,
  standings: readonly OrderDisplayStatus[],
  span: TimeSpan,
): Knex.QueryBuilder =>
  within(db('orders').where({ merchant_id: merchantId }), span)
    .whereIn('kind', [...new Set(standings.map(({ kind }) => kind))])
    .whereRaw(
      `(kind, shown_status(kind, status, amount_satang, refunded_satang))
         in (${standings.map(() => '(?, ?)').join(', ')})`,
      standings.flatMap(({ kind, status }) => [kind, status]),
    );

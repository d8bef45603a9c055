import type { Db } from '../platform/postgres/connect';
import type { Position } from '../platform/postgres/position';
import type { Merchant } from '../kernel/merchants/store';
import {
  readPage,
  type ListFilter,
  type OrderFilter,
  type OrderList,
  type Page,
  type ListPart,
  type Slice,
} from './store/order-page';
import type { OrderSums } from './store/order-sums';
import type { Deps } from '../deps';

export type { OrderSums, Page, Position };
export type { ListTime } from './store/order-rows';
export type { Order } from './store/orders';

export type Filter = Query<ListFilter>;

type Query<Filter> = Omit<Filter, 'merchantId'>;

/** Reads by page or completely, without the total. */
export interface Browsing<Item> {
  read(slice: Omit<Slice, 'offset'>): Promise<ListPart<Item>>;
  /** Null when more than `max` orders match. */
  sum(max: number): Promise<OrderSums | null>;
  /** In the list's order. Holds no connection or lock between batches. */
  batches(): AsyncGenerator<readonly Item[], void, void>;
}

const BATCH = 1_000;

type Reading = Pick<Deps, 'db'>;

/** Newest first. */
export function listed<Item extends Position, Filter extends ListFilter = OrderFilter>(
  listOf: (db: Db, filter: Filter) => OrderList<Item>,
) {
  const own = ({ db }: Reading, { id }: Merchant, query: Query<Filter>) =>
    listOf(db, { ...query, merchantId: id } as unknown as Filter);

  const page = (
    deps: Reading,
    merchant: Merchant,
    query: Query<Filter> & Slice,
  ): Promise<Page<Item>> => {
    const { limit, offset, after, ...filter } = query;
    const list = own(deps, merchant, filter as unknown as Query<Filter>);
    return readPage(list, { limit, offset, after });
  };

  const browse = (deps: Reading, merchant: Merchant, query: Query<Filter>): Browsing<Item> => {
    const list = own(deps, merchant, query);
    return {
      read: (slice) => list.read({ ...slice, offset: 0 }),
      sum: (max) => list.sum(max),
      batches: () => batchesOf(list),
    };
  };
  return { page, browse };
}

async function* batchesOf<Item>(list: OrderList<Item>) {
  let after: Position | null = null;
  for (;;) {
    const part: ListPart<Item> = await list.read({ limit: BATCH, offset: 0, after });
    yield part.items;
    after = part.last;
    if (!part.hasMore) return;
  }
}

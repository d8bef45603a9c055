import { findCreatingRequest } from '../../db/accounts/api-requests';
import type { KeptRequest } from '../../db/accounts/api-requests';
import * as story from '../../db/orders/timeline';
import type {
  OrderCreator,
  TimelineDelivery,
  TimelineEntry,
  TimelinePart,
  TimelinePosition,
  TimelineRefund,
} from '../../db/orders/timeline';
import type { Merchant } from '../../db/accounts/merchants';
import type { Deps } from '../deps';

export type { TimelineDelivery, TimelineEntry, TimelinePart, TimelinePosition, TimelineRefund };

/** What happened to an order, and what was made of it: as much as a page shows. */
export interface Timeline {
  /** Who made it on the dashboard; null where it came by the API. */
  readonly maker: OrderCreator | null;
  /** The request that made it, while it is kept; null where it is not, or there was none. */
  readonly request: KeptRequest | null;
  /** Newest first; what is not here is older than the last. */
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
  readonly deliveries: readonly TimelineDelivery[];
  /** Of a payment. */
  readonly refunds: readonly TimelineRefund[];
  /** There are more of them than are shown. */
  readonly hasMoreDeliveries: boolean;
  readonly hasMoreRefunds: boolean;
}

/** With what others may write into each, a page of all these stays below 100 KB. */
const ENTRIES = 25;
const DELIVERIES = 15;
const REFUNDS = 10;

/**
 * The story of a merchant's own order, from its newest part or from before some part of it. Of
 * another's there is none: find the order first.
 */
export async function findTimeline(
  { db }: Pick<Deps, 'db'>,
  merchant: Merchant,
  order: { readonly id: string; readonly createdAt: Date },
  before: TimelinePosition | null,
): Promise<Timeline> {
  const owner = { merchantId: merchant.id, orderId: order.id };
  const [maker, request, { items, hasMore }, deliveries, refunds] = await Promise.all([
    story.findOrderCreator(db, owner),
    findCreatingRequest(db, merchant.id, order),
    story.listTimeline(db, owner, { limit: ENTRIES, before }),
    story.listOrderDeliveries(db, owner, DELIVERIES + 1),
    story.listRefundsOf(db, owner, REFUNDS + 1),
  ]);
  return {
    maker,
    request,
    entries: items,
    hasMore,
    deliveries: deliveries.slice(0, DELIVERIES),
    refunds: refunds.slice(0, REFUNDS),
    hasMoreDeliveries: deliveries.length > DELIVERIES,
    hasMoreRefunds: refunds.length > REFUNDS,
  };
}

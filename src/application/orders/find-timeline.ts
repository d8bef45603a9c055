import { findCreatingRequest } from '../../db/accounts/api-requests';
import type { KeptRequest } from '../../db/accounts/api-requests';
import * as timeline from '../../db/orders/timeline';
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

/** An order's history as its page shows it. */
export interface Timeline {
  /** The person who created the order on the dashboard; null for the API. */
  readonly maker: OrderCreator | null;
  /** The API request that created the order; null without one, or after its retention period. */
  readonly request: KeptRequest | null;
  /** Newest first. Entries that are not included are older. */
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
  readonly deliveries: readonly TimelineDelivery[];
  /** Refunds of a payment. */
  readonly refunds: readonly TimelineRefund[];
  /** Whether there are more deliveries than included. */
  readonly hasMoreDeliveries: boolean;
  readonly hasMoreRefunds: boolean;
}

/** With entries of the maximum size, a page of this length stays below 100 KB. */
const ENTRIES = 25;
const DELIVERIES = 15;
const REFUNDS = 10;

/**
 * The timeline of a merchant's order, from its newest entry or from before a given one. Empty for
 * another merchant's order: find the order first.
 */
export async function findTimeline(
  { db }: Pick<Deps, 'db'>,
  merchant: Merchant,
  order: { readonly id: string; readonly createdAt: Date },
  before: TimelinePosition | null,
): Promise<Timeline> {
  const owner = { merchantId: merchant.id, orderId: order.id };
  const [maker, request, { items, hasMore }, deliveries, refunds] = await Promise.all([
    timeline.findOrderCreator(db, owner),
    findCreatingRequest(db, merchant.id, order),
    timeline.listTimeline(db, owner, { limit: ENTRIES, before }),
    timeline.listOrderDeliveries(db, owner, DELIVERIES + 1),
    timeline.listRefundsOf(db, owner, REFUNDS + 1),
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

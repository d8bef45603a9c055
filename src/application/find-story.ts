import * as story from '../db/order-story';
import type { StoryDelivery, StoryEntry, StoryPart, StoryPosition } from '../db/order-story';
import type { StoryRefund } from '../db/order-story';
import type { Merchant } from '../db/merchants';
import type { Deps } from './deps';

export type { StoryDelivery, StoryEntry, StoryPart, StoryPosition, StoryRefund };

/** What happened to an order, and what was made of it: as much as a page shows. */
export interface Story {
  /** Newest first; what is not here is older than the last. */
  readonly entries: readonly StoryEntry[];
  readonly hasMore: boolean;
  readonly deliveries: readonly StoryDelivery[];
  /** Of a payment. */
  readonly refunds: readonly StoryRefund[];
  /** There are more of them than are shown. */
  readonly hasMoreDeliveries: boolean;
  readonly hasMoreRefunds: boolean;
}

const ENTRIES = 40;
const DELIVERIES = 20;
const REFUNDS = 20;

/**
 * The story of a merchant's own order, from its newest part or from before some part of it. Of
 * another's there is none: find the order first.
 */
export async function findStory(
  { db }: Pick<Deps, 'db'>,
  merchant: Merchant,
  orderId: string,
  before: StoryPosition | null,
): Promise<Story> {
  const owner = { merchantId: merchant.id, orderId };
  const [{ items, hasMore }, deliveries, refunds] = await Promise.all([
    story.listStory(db, owner, { limit: ENTRIES, before }),
    story.listOrderDeliveries(db, owner, DELIVERIES + 1),
    story.listRefundsOf(db, owner, REFUNDS + 1),
  ]);
  return {
    entries: items,
    hasMore,
    deliveries: deliveries.slice(0, DELIVERIES),
    refunds: refunds.slice(0, REFUNDS),
    hasMoreDeliveries: deliveries.length > DELIVERIES,
    hasMoreRefunds: refunds.length > REFUNDS,
  };
}

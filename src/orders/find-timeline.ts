import { findCreatingRequest, type KeptRequest } from '../merchants/store/api-requests';
import * as timeline from './store/timeline';
import type { Merchant } from '../kernel/merchants/store';
import type { RoutingStep } from '../providers/rules/routing';
import type { Deps } from '../deps';

export type {
  TimelineDelivery,
  TimelineEntry,
  TimelinePart,
  TimelinePosition,
  TimelineRefund,
} from './store/timeline';

/** As the merchant sees it: without the platform's accounts. */
export interface ShownProvider {
  /** The label of the merchant's own account, or else the provider's name. */
  readonly name: string;
  /** What decided; null without a choice. `failover`: an account before did not take the order. */
  readonly by: 'rule' | 'priority' | 'failover' | null;
  /** The merchant's own account, whose provider refunds nothing. */
  readonly refundsNothing: boolean;
  /** The account that the settings name: of a sandbox, the sandbox bank. */
  readonly isDefault: boolean;
}

export interface Timeline {
  /** Null for an order that is not the merchant's. */
  readonly provider: ShownProvider | null;
  /** Set for an order made on the dashboard; null for the API. */
  readonly maker: timeline.OrderCreator | null;
  /** Null without an API request, or after its retention period. */
  readonly request: KeptRequest | null;
  /** Newest first. Entries that are not included are older. */
  readonly entries: readonly timeline.TimelineEntry[];
  readonly hasMore: boolean;
  readonly deliveries: readonly timeline.TimelineDelivery[];
  readonly refunds: readonly timeline.TimelineRefund[];
  readonly hasMoreDeliveries: boolean;
  readonly hasMoreRefunds: boolean;
}

/** With entries of the maximum size, a page of this length stays below 100 KB. */
const ENTRIES = 25;
const DELIVERIES = 15;
const REFUNDS = 10;

/**
 * From the order's newest entry or from before a given one. Empty for another merchant's order:
 * find the order first.
 */
export async function findTimeline(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  merchant: Merchant,
  order: { readonly id: string; readonly createdAt: Date },
  before: timeline.TimelinePosition | null,
): Promise<Timeline> {
  const { db, vault } = deps;
  const owner = { merchantId: merchant.id, orderId: order.id };
  const [provider, maker, request, { items, hasMore }, deliveries, refunds] = await Promise.all([
    findProvider(deps, owner),
    timeline.findOrderCreator(db, vault, owner),
    findCreatingRequest(db, merchant.id, order),
    timeline.listTimeline(db, vault, owner, { limit: ENTRIES, before }),
    timeline.listOrderDeliveries(db, owner, DELIVERIES + 1),
    timeline.listRefundsOf(db, owner, REFUNDS + 1),
  ]);
  return {
    provider,
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

async function findProvider(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  owner: { readonly merchantId: string; readonly orderId: string },
): Promise<ShownProvider | null> {
  const found = await timeline.findOrderRouting(db, owner);
  if (found === null) return null;
  const { merchantId, label, connector } = await providers.find(found.accountId);
  const last = found.routing?.at(-1);
  const by = last === undefined ? null : decidedBy(last);
  const isOwn = merchantId === owner.merchantId;
  const refundsNothing = isOwn && connector.traits.refund === 'none';
  return {
    name: isOwn ? label : connector.title,
    by,
    refundsNothing,
    isDefault: found.accountId === providers.default.id,
  };
}

const decidedBy = ({ after, rule }: RoutingStep): 'rule' | 'priority' | 'failover' =>
  after === null ? (rule === null ? 'priority' : 'rule') : 'failover';

import type { AuditEventName } from '../../kernel/audit/audit-event';
import type { EventName } from '../../kernel/events/rules/events';
import type { ExceptionKind } from '../../exceptions/rules/exception';
import type { CallbackOutcome } from '../rules/callback';
import type { ProviderOutcome } from '../../ledger/rules/movement';
import type { TransferKind } from '../../ledger/rules/ledger';
import type { OrderTransition, OrderState } from '../rules/kinds';
import type { RefundState } from '../rules/kinds/refund';
import type { Vault } from '../../platform/crypto/vault';
import { openJoined } from '../../people/store/people-form';
import type { CallbackRoute } from '../callbacks/store/callbacks';
import { run, type Db } from '../../platform/postgres/connect';
import type { RoutingStep } from '../../providers/rules/routing';
import { sql } from '../../platform/postgres/sql';
import type { SlipStatus, Verification } from '../deposit/store/slips';
import { timelineOf } from './timeline-sql';

/** After the order's creation. */
export type TimelinePart =
  | {
      readonly type: 'callback';
      readonly callbackId: string;
      readonly route: CallbackRoute;
      readonly reported: ProviderOutcome | 'unreadable';
      readonly amountSatang: number | null;
      readonly transactionId: string | null;
      readonly failure: string | null;
      /** Null until the callback is applied. */
      readonly outcome: CallbackOutcome | null;
      readonly bookedSatang: number | null;
    }
  | {
      readonly type: 'transition';
      readonly transition: OrderTransition;
      readonly from: OrderState;
      readonly to: OrderState;
      /** A callback's or exception's id, or a keyword of another cause. */
      readonly cause: string;
    }
  | { readonly type: 'posting'; readonly kind: TransferKind; readonly amountSatang: number }
  | {
      readonly type: 'exception';
      readonly kind: ExceptionKind;
      /** The parts, joined: `accept+return`; null for the opening. */
      readonly resolution: string | null;
    }
  | {
      readonly type: 'slip';
      readonly slipId: string;
      readonly status: SlipStatus;
      readonly refMatches: boolean;
      readonly sendingBank: string | null;
      readonly transRef: string | null;
      readonly verification: Verification | null;
      /** The slip's transfer belongs to another payment. */
      readonly isWrong: boolean;
      readonly isDuplicate: boolean;
      /** Null unless the other order is the same merchant's. */
      readonly duplicateOf: string | null;
      readonly hasPicture: boolean;
    }
  | { readonly type: 'event'; readonly eventId: string; readonly name: EventName }
  | {
      readonly type: 'attempt';
      readonly deliveryId: string;
      readonly webhookId: string;
      readonly url: string;
      readonly name: EventName;
      readonly number: number;
      readonly statusCode: number | null;
      readonly durationMs: number;
      readonly error: string | null;
      readonly answer: string | null;
    }
  | {
      readonly type: 'refund';
      readonly refundId: string;
      readonly amountSatang: number;
      /** Null for the refund's creation. */
      readonly ended: Extract<RefundState, 'succeeded' | 'failed'> | null;
    }
  | {
      readonly type: 'act';
      readonly act: AuditEventName;
      readonly actorKind: string;
      readonly actorName: string | null;
    };

/** An effect sorts after its cause. */
export interface TimelinePosition {
  /** A whole millisecond. */
  readonly at: Date;
  readonly rank: number;
  readonly id: string;
}

export interface TimelineEntry extends TimelinePosition {
  readonly part: TimelinePart;
}

const NAME_SHOWN = 100;

function openEntry(vault: Vault, entry: TimelineEntry): TimelineEntry {
  const { part } = entry;
  if (part.type !== 'act') return { ...entry, part };
  const actorName = openJoined(vault, 'users.name', part.actorName)?.slice(0, NAME_SHOWN);
  return { ...entry, part: { ...part, actorName: actorName ?? null } };
}

export interface TimelineSlice {
  readonly limit: number;
  /** Selects only older entries. */
  readonly before: TimelinePosition | null;
}

/** `merchantId` is the requesting merchant. */
interface OwnOrder {
  readonly merchantId: string;
  readonly orderId: string;
}

/** Newest first; empty for another merchant's order. */
export async function listTimeline(
  db: Db,
  vault: Vault,
  owner: OwnOrder,
  { limit, before }: TimelineSlice,
): Promise<{ readonly items: readonly TimelineEntry[]; readonly hasMore: boolean }> {
  const start = before ?? { at: 'infinity', rank: 0, id: '' };
  const rows = await run<TimelineEntry>(db, 'list-timeline', timelineOf(owner, start, limit + 1));
  const items = rows.slice(0, limit).map((row) => openEntry(vault, row));
  return { items, hasMore: rows.length > limit };
}

export interface TimelineDelivery {
  readonly id: string;
  readonly name: EventName;
  readonly webhookId: string;
  readonly url: string;
  readonly webhookStatus: 'active' | 'disabled' | 'deleted';
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
}

/** Newest first. */
export async function listOrderDeliveries(
  db: Db,
  { merchantId, orderId }: OwnOrder,
  limit: number,
): Promise<readonly TimelineDelivery[]> {
  return run<TimelineDelivery>(
    db,
    'list-order-deliveries',
    sql`select deliveries.id, events.name, webhook_id, left(url, 200) as url,
            webhooks.status as webhook_status, deliveries.status, attempts,
            case when deliveries.status = 'pending' then next_attempt_at end as next_attempt_at
     from events join deliveries on deliveries.event_id = events.id
     join webhooks on webhooks.id = deliveries.webhook_id
     where events.order_id = ${orderId} and events.merchant_id = ${merchantId}
     order by deliveries.created_at desc, deliveries.id desc limit ${limit}`,
  );
}

export interface TimelineRefund {
  readonly id: string;
  readonly status: RefundState;
  readonly amountSatang: number;
  readonly reason: string | null;
  readonly createdAt: Date;
}

/** Newest first. */
export async function listRefundsOf(
  db: Db,
  { merchantId, orderId }: OwnOrder,
  limit: number,
): Promise<readonly TimelineRefund[]> {
  return run<TimelineRefund>(
    db,
    'list-refunds-of',
    sql`select orders.id, status, amount_satang, reason, created_at
     from refunds join orders on orders.id = refunds.order_id
     where refunds.payment_id = ${orderId} and orders.merchant_id = ${merchantId}
     order by created_at desc, orders.id desc limit ${limit}`,
  );
}

/** The actor who created the order on the dashboard. */
export interface OrderCreator {
  readonly actorKind: string;
  readonly actorName: string | null;
}

export interface OrderRouting {
  readonly accountId: string;
  readonly routing: readonly RoutingStep[] | null;
}

export async function findOrderRouting(
  db: Db,
  { merchantId, orderId }: OwnOrder,
): Promise<OrderRouting | null> {
  const [row] = await run<OrderRouting>(
    db,
    'find-order-routing',
    sql`select provider_account_id as account_id, routing from orders
     where id = ${orderId} and merchant_id = ${merchantId}`,
  );
  return row ?? null;
}

export async function findOrderCreator(
  db: Db,
  vault: Vault,
  { merchantId, orderId }: OwnOrder,
): Promise<OrderCreator | null> {
  const [row] = await run<OrderCreator>(
    db,
    'find-maker',
    sql`select actor_kind, users.name_sealed as actor_name
     from audit_log left join users on actor_kind = 'user' and users.id = actor_id
     where scope = ${merchantId} and subject = ${orderId} and act like '%.created'`,
  );
  if (row === undefined) return null;
  return { ...row, actorName: openJoined(vault, 'users.name', row.actorName) };
}

import {
  definitionOf,
  orderKinds,
  type OrderKind,
  type OrderWorkflow,
  type PaymentMethod,
} from '../../../orders/rules/kinds';
import type { TraceParent } from '../../../platform/observe/tracing';
import { run, type Db } from '../../../platform/postgres/connect';
import { joined, raw, sql, type Sql } from '../../../platform/postgres/sql';

/**
 * Starts an order's workflow, wakes it for a callback or a slip, or starts the workflow of a
 * delivery, a replay or a mail. Carries ids only. Returned messages are enqueued after the commit.
 */
export type OutboxMessage = {
  readonly id: number;
  /** The id of the order, the delivery, the replay or the mail. */
  readonly subject: string;
  /**
   * The span to continue: of the request that wrote it, or in the row of a callback, of its order.
   * Absent or null unless it is sampled.
   */
  readonly traceParent?: TraceParent | null;
} & (
  | { readonly topic: 'start'; readonly detail: OrderFacts & { readonly deadline: string | null } }
  | { readonly topic: 'callback'; readonly detail: OrderFacts & { readonly callbackId: string } }
  | { readonly topic: 'slip'; readonly detail: OrderFacts & { readonly slipId: string } }
  /**
   * `now`: makes the next attempt of a delivery at once. `again`: a delivery looks whether its
   * attempt is due, as after the end of a cooldown.
   */
  | {
      readonly topic: 'deliver';
      readonly detail: { readonly now?: boolean; readonly again?: boolean } | null;
    }
  | { readonly topic: 'replay' | 'mail'; readonly detail: null }
);

/** The `callbackId` of a message by which the sweeper wakes an order. */
export const SWEEP = 'sweep';

/** The workflow's type and search attributes. */
export interface OrderFacts {
  readonly workflow: OrderWorkflow;
  readonly merchantId: string;
  readonly reference: string | null;
}

/**
 * Claims for ten seconds: callbacks first, because they move money, then by the time from which
 * rows are visible, so that failed rows come last. At most `othersMax` are not callbacks.
 */
export async function claimMessages(
  db: Db,
  { limit, othersMax = limit }: { readonly limit: number; readonly othersMax?: number },
): Promise<OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'claim-messages',
    sql`with urgent as (
       select id from outbox_messages where topic = 'callback' and visible_at <= now()
       order by visible_at limit ${limit} for update skip locked
     ), others as (
       select id from outbox_messages where topic <> 'callback' and visible_at <= now()
       order by visible_at limit least(greatest(${limit} - (select count(*) from urgent), 0),
                                   ${othersMax})
       for update skip locked
     ), free as (
       select id from urgent union all select id from others
     )
     update outbox_messages set visible_at = now() + interval '10 seconds'
     from free where outbox_messages.id = free.id
     returning outbox_messages.id, topic, subject, detail, trace_parent`,
  );
}

/** SQL of the type of an order's workflow. The last two are conditions. */
const typeOf = (kind: OrderKind, isInquired: Sql, isByToken: Sql): Sql => {
  const { default: plain, inquired = plain, token = plain } = definitionOf(kind).workflows;
  return sql`case when ${isInquired} then ${raw(`'${inquired}'`)}
    when ${isByToken} then ${raw(`'${token}'`)} else ${raw(`'${plain}'`)} end`;
};

/** SQL of the `detail` of a message that starts an order, by a row of its creation. */
export const startDetail = (kind: OrderKind, method: PaymentMethod | null): Sql => {
  const isByToken = raw(String(method === 'token'));
  return sql`json_build_object(
    'workflow', ${typeOf(kind, sql`next_inquiry_at is not null`, isByToken)},
    'merchantId', merchant_id, 'reference', reference,
    'deadline', coalesce(next_inquiry_at, expires_at))`;
};

const typesOfKinds = orderKinds.map(
  (kind) => sql`when ${raw(`'${kind}'`)}
    then ${typeOf(kind, sql`inquired_at is not null`, sql`method = 'token'`)}`,
);
const orderFacts = sql`'workflow', case kind ${joined(typesOfKinds, ' ')} end,
  'merchantId', merchant_id, 'reference', reference`;

/** SQL of the `detail` of a message that wakes an order, by a row of `orders` and the cause. */
export const wakeDetail = (cause: Sql): Sql =>
  sql`json_build_object(${orderFacts}, 'callbackId', ${cause})`;

/** Likewise, of a message that wakes a deposit because of an uploaded slip. */
export const slipDetail = (slipId: Sql): Sql =>
  sql`json_build_object(${orderFacts}, 'slipId', ${slipId})`;

const insertWake = (orderId: string, cause: string) => sql`
  insert into outbox_messages (topic, subject, detail)
  select 'callback', id, ${wakeDetail(sql`${cause}::text`)}
  from orders where id = ${orderId}`;

const asMessage = sql`returning id, topic, subject, detail`;

/** `cause` is shown in the workflow's history. */
export const enqueueWake = (
  db: Db,
  orderId: string,
  cause: string,
): Promise<readonly OutboxMessage[]> =>
  run<OutboxMessage>(db, 'wake-order', sql`${insertWake(orderId, cause)} ${asMessage}`);

/** Returns nothing for an order that the gateway does not inquire about. */
export const enqueueInquiredWake = (
  db: Db,
  orderId: string,
  cause: string,
): Promise<readonly OutboxMessage[]> =>
  run<OutboxMessage>(
    db,
    'wake-inquired-order',
    sql`${insertWake(orderId, cause)} and inquired_at is not null ${asMessage}`,
  );

export async function deleteMessages(db: Db, ids: readonly number[]): Promise<void> {
  await run(
    db,
    'delete-messages',
    sql`delete from outbox_messages where id = any(array(select unnest(${ids}::bigint[])))`,
  );
}

/** Visible to every process at once. */
export async function releaseMessages(db: Db, ids: readonly number[]): Promise<void> {
  await run(
    db,
    'release-messages',
    sql`update outbox_messages set visible_at = now() where id = any(${ids}::bigint[])`,
  );
}

export interface Backlog {
  readonly waiting: number;
  readonly oldestMs: number;
}

/** The count stops at 10,000. */
export async function outboxBacklog(db: Db): Promise<Backlog> {
  const [row] = await run<{ waiting: number; oldestMs: number }>(
    db,
    'dispatch-backlog',
    sql`select count(*) as waiting,
            coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::bigint as oldest_ms
     from (select created_at from outbox_messages order by id limit 10000) as oldest`,
  );
  return { waiting: row?.waiting ?? 0, oldestMs: row?.oldestMs ?? 0 };
}

import type { OrderKind, PaymentMethod } from '../../domain/orders';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';

/**
 * One thing to tell Temporal: start an order's workflow, wake it for a callback or a slip, or start
 * the delivery of a webhook or a mail. Ids only: what they stand for is read when it is needed.
 */
export type OutboxMessage = {
  readonly id: number;
  /** The order, the delivery, the replay or the mail. */
  readonly subject: string;
} & (
  | { readonly topic: 'start'; readonly detail: OrderFacts & { readonly deadline: string | null } }
  | { readonly topic: 'callback'; readonly detail: OrderFacts & { readonly callbackId: string } }
  | { readonly topic: 'slip'; readonly detail: OrderFacts & { readonly slipId: string } }
  /** `now`: also a delivery that waits for its next attempt. */
  | { readonly topic: 'deliver'; readonly detail: { readonly now: boolean } | null }
  | { readonly topic: 'replay' | 'mail'; readonly detail: null }
);

/** Which workflow it is, and what an operator finds it by in the Temporal UI. */
export interface OrderFacts {
  /** Rows that were written before there were several kinds have none: they are payments. */
  readonly kind?: OrderKind;
  /** Of a payment. */
  readonly method?: PaymentMethod | null;
  readonly merchantId: string;
  readonly reference: string | null;
}

/**
 * Rows that nobody is busy with any more. Callbacks first: money before deadlines; then those that
 * have waited longest, so that a row that was tried in vain goes to the back.
 */
export async function claimMessages(db: Db, limit: number): Promise<OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'claim-dispatches',
    `with urgent as (
       select id from dispatches where topic = 'callback' and free_at <= now()
       order by free_at limit ? for update skip locked
     ), others as (
       select id from dispatches where topic <> 'callback' and free_at <= now()
       order by free_at limit greatest(? - (select count(*) from urgent), 0) for update skip locked
     ), free as (
       select id from urgent union all select id from others
     )
     update dispatches set free_at = now() + interval '10 seconds'
     from free where dispatches.id = free.id
     returning dispatches.id, topic, subject, detail`,
    [limit, limit],
  );
}

/** Has an order's workflow look at it; `cause` tells an operator why. */
export async function enqueueWake(
  db: Db,
  orderId: string,
  cause: string,
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'wake-order',
    `insert into dispatches (topic, subject, detail)
     select 'callback', id, json_build_object(
              'kind', kind, 'method', method, 'merchantId', merchant_id,
              'reference', reference, 'callbackId', ?::text)
     from orders where id = ?
     returning id, topic, subject, detail`,
    [cause, orderId],
  );
}

/** Forgets what Temporal has taken. */
export async function deleteMessages(db: Db, ids: readonly number[]): Promise<void> {
  await run(
    db,
    'remove-dispatches',
    'delete from dispatches where id = any(array(select unnest(?::bigint[])))',
    [[...ids]],
  );
}

/** Gives rows back at once, so that any process can take them when Temporal answers again. */
export async function releaseMessages(db: Db, ids: readonly number[]): Promise<void> {
  await run(
    db,
    'release-dispatches',
    'update dispatches set free_at = now() where id = any(?::bigint[])',
    [[...ids]],
  );
}

export interface Backlog {
  readonly waiting: number;
  readonly oldestMs: number;
}

/** What waits for Temporal. The count stops at 10,000: beyond that only the age tells more. */
export async function outboxBacklog(db: Db): Promise<Backlog> {
  const [row] = await run<{ waiting: number; oldest_ms: number }>(
    db,
    'dispatch-backlog',
    `select count(*) as waiting,
            coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::bigint as oldest_ms
     from (select created_at from dispatches order by id limit 10000) as oldest`,
    [],
  );
  return { waiting: row?.waiting ?? 0, oldestMs: row?.oldest_ms ?? 0 };
}

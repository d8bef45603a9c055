import type { Failure, Heard } from '../domain/callback';
import type { OrderKind } from '../domain/order';
import type { Db } from './connect';
import { run } from './connect';
import type { Dispatch } from './dispatches';

/**
 * How the provider's word came: a callback at the door for a kind of order, or the answer to a
 * request of ours.
 */
export type CallbackRoute = OrderKind | 'answer';

export interface NewCallback {
  readonly id: string;
  readonly route: OrderKind;
  /** The order as the provider wrote it: our id, or the ref that the QR carried. */
  readonly namedOrder: string;
  /** Null: the provider itself. A merchant may speak of its own orders only. */
  readonly merchantId: string | null;
  readonly heard: Heard;
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  /** Why it failed, where the provider says so. */
  readonly failure: Failure | null;
  readonly bodySealed: string;
  /** To open an exception with, if it tells of money for an order that is not known. */
  readonly exceptionId: string;
}

/**
 * Stores a callback and, in the same statement, the order to tell its workflow, which is returned;
 * null when no such order is known. What the provider says of one that is not known is kept for
 * operators; money for it opens one exception, however often it is told of, and at once.
 */
export async function storeCallback(db: Db, callback: NewCallback): Promise<Dispatch | null> {
  const { namedOrder } = callback;
  const [dispatch] = await run<Dispatch>(
    db,
    'store-callback',
    `with input as (
       select ?::text as id, ?::text as route, ?::text as named_order, ?::text as sender,
              ?::text as heard, ?::bigint as amount_satang, ?::text as transaction_id,
              ?::timestamptz as paid_at, ?::text as body_sealed, ?::text as failure_code,
              ?::text as failure_message, ?::text as exception_id
     ), known as (
       select orders.id, kind, method, merchant_id, reference from orders, input
       where (orders.id in (?, ?) or ref = ?) and kind = input.route
         and (input.sender is null or merchant_id = input.sender)
     ), stored as (
       insert into callbacks (id, route, order_id, named_order, heard, amount_satang,
                              transaction_id, paid_at, failure_code, failure_message, body_sealed,
                              applied_at, outcome)
       select input.id, input.route, known.id, named_order, heard, amount_satang, transaction_id,
              paid_at, failure_code, failure_message, body_sealed,
              case when known.id is null then now() end,
              case when known.id is null then 'unknown_order' end
       from input left join known on true
       where known.id is not null or sender is null
       returning order_id, heard, named_order, amount_satang, callbacks.id
     ), opened as (
       insert into exceptions (id, kind, callback_id, amount_satang, named_order)
       select exception_id, 'unknown_order', stored.id, stored.amount_satang, stored.named_order
       from input, stored
       where order_id is null and stored.heard = 'succeeded' and not exists (
         select from callbacks as told join exceptions on exceptions.callback_id = told.id
         where told.named_order = stored.named_order and told.order_id is null
           and exceptions.resolved_at is null)
       on conflict (named_order) where named_order is not null and resolved_at is null do nothing
     )
     insert into dispatches (topic, subject, detail)
     select 'callback', known.id, json_build_object('kind', kind, 'method', method,
              'merchantId', merchant_id, 'reference', reference, 'callbackId', input.id)
     from known, input
     returning id, topic, subject, detail`,
    [
      callback.id,
      callback.route,
      namedOrder,
      callback.merchantId,
      callback.heard,
      callback.amountSatang,
      callback.transactionId,
      callback.paidAt,
      callback.bodySealed,
      callback.failure?.code ?? null,
      callback.failure?.message ?? null,
      callback.exceptionId,
      namedOrder,
      namedOrder.toLowerCase(),
      namedOrder.toUpperCase(),
    ],
  );
  return dispatch ?? null;
}

/**
 * The provider's answer to a question of ours, kept like a callback: the next move applies it. An
 * answer that has opened an exception says nothing new while that is open.
 */
export async function storeAnswer(
  db: Db,
  answer: {
    readonly id: string;
    readonly orderId: string;
    readonly heard: Heard;
    readonly amountSatang: number | null;
    readonly transactionId: string | null;
    readonly failure: Failure | null;
    readonly bodySealed: string;
  },
): Promise<void> {
  await run(
    db,
    'store-answer',
    `with input as (
       select ?::text as id, ?::text as route, ?::text as order_id, ?::text as heard,
              ?::bigint as amount_satang, ?::text as transaction_id, ?::text as failure_code,
              ?::text as failure_message, ?::text as body_sealed
     )
     insert into callbacks (id, route, order_id, named_order, heard, amount_satang,
                            transaction_id, failure_code, failure_message, body_sealed)
     select id, route, order_id, order_id, heard, amount_satang, transaction_id, failure_code,
            failure_message, body_sealed
     from input where not exists (
       select from callbacks as told join exceptions on exceptions.callback_id = told.id
       where told.order_id = input.order_id and told.route = input.route
         and told.heard = input.heard and exceptions.resolved_at is null
         and told.amount_satang is not distinct from input.amount_satang
         and told.transaction_id is not distinct from input.transaction_id)`,
    [
      answer.id,
      'answer' satisfies CallbackRoute,
      answer.orderId,
      answer.heard,
      answer.amountSatang,
      answer.transactionId,
      answer.failure?.code ?? null,
      answer.failure?.message ?? null,
      answer.bodySealed,
    ],
  );
}

/** Which of these callbacks have been applied. */
export async function appliedAmong(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    db,
    'applied-among',
    // Made in the statement, the array is no reason to plan anew for each (decision 19).
    `select id from callbacks
     where id = any(array(select unnest(?::text[]))) and applied_at is not null`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

/** The sealed body of the callback that credited an order; null while nothing was credited. */
export async function findSettlingCallback(db: Db, orderId: string): Promise<string | null> {
  const [row] = await run<{ sealed: string }>(
    db,
    'find-settling-callback',
    `select body_sealed as sealed from transfers
     join callbacks on callbacks.id = transfers.callback_id
     where transfers.order_id = ? and transfers.kind = 'settle'
     order by transfers.id limit 1`,
    [orderId],
  );
  return row?.sealed ?? null;
}

import type { Failure, Heard } from '../domain/callback';
import type { OrderKind, PaymentMethod } from '../domain/order';
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
  readonly route: CallbackRoute;
  /** Null when no order is known by that name: the row is then kept for operators. */
  readonly order: {
    readonly id: string;
    readonly kind: OrderKind;
    readonly method: PaymentMethod | null;
    readonly merchantId: string;
    readonly reference: string | null;
  } | null;
  /** The order id as the provider wrote it. */
  readonly namedOrder: string;
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
 * Stores a callback and, in the same statement, the order to tell its workflow. Money for an order
 * that nobody knows opens one exception, however often it is told of.
 */
export async function storeCallback(db: Db, callback: NewCallback): Promise<readonly Dispatch[]> {
  return run<Dispatch>(
    db,
    'store-callback',
    `with input as (
       select ?::text as id, ?::text as route, ?::text as order_id, ?::text as named_order,
              ?::text as heard, ?::bigint as amount_satang, ?::text as transaction_id,
              ?::timestamptz as paid_at, ?::text as body_sealed, ?::text as merchant_id,
              ?::text as reference, ?::text as kind, ?::text as method,
              ?::text as failure_code,
              ?::text as failure_message, ?::text as exception_id
     ), stored as (
       insert into callbacks (id, route, order_id, named_order, heard, amount_satang,
                              transaction_id, paid_at, failure_code, failure_message, body_sealed,
                              applied_at, outcome)
       select id, route, order_id, named_order, heard, amount_satang, transaction_id, paid_at,
              failure_code, failure_message, body_sealed,
              case when order_id is null then now() end,
              case when order_id is null then 'unknown_order' end
       from input
     ), opened as (
       insert into exceptions (id, kind, callback_id, amount_satang)
       select exception_id, 'unknown_order', id, amount_satang from input
       where order_id is null and heard = 'succeeded' and not exists (
         select from callbacks as told join exceptions on exceptions.callback_id = told.id
         where told.named_order = input.named_order and told.order_id is null
           and exceptions.resolved_at is null)
     )
     insert into dispatches (topic, subject, detail)
     select 'callback', order_id, json_build_object('kind', kind, 'method', method,
              'merchantId', merchant_id, 'reference', reference, 'callbackId', id)
     from input where order_id is not null
     returning id, topic, subject, detail`,
    [
      callback.id,
      callback.route,
      callback.order?.id ?? null,
      callback.namedOrder,
      callback.heard,
      callback.amountSatang,
      callback.transactionId,
      callback.paidAt,
      callback.bodySealed,
      callback.order?.merchantId ?? null,
      callback.order?.reference ?? null,
      callback.order?.kind ?? null,
      callback.order?.method ?? null,
      callback.failure?.code ?? null,
      callback.failure?.message ?? null,
      callback.exceptionId,
    ],
  );
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
    'select id from callbacks where id = any(?::text[]) and applied_at is not null',
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

import type { Heard } from '../domain/callback';
import type { Db } from './connect';
import { run } from './connect';
import type { Dispatch } from './dispatches';

export type CallbackRoute = 'payment';

export interface NewCallback {
  readonly id: string;
  readonly route: CallbackRoute;
  /** Null when no order is known by that name: the row is then kept for operators. */
  readonly order: {
    readonly id: string;
    readonly merchantId: string;
    readonly reference: string | null;
  } | null;
  /** The order id as the provider wrote it. */
  readonly namedOrder: string;
  readonly heard: Heard;
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  readonly bodySealed: string;
}

/** Stores a callback and, in the same statement, the order to tell its workflow. */
export async function storeCallback(db: Db, callback: NewCallback): Promise<readonly Dispatch[]> {
  return run<Dispatch>(
    db,
    'store-callback',
    `with input as (
       select ?::text as id, ?::text as route, ?::text as order_id, ?::text as named_order,
              ?::text as heard, ?::bigint as amount_satang, ?::text as transaction_id,
              ?::timestamptz as paid_at, ?::text as body_sealed, ?::text as merchant_id,
              ?::text as reference
     ), stored as (
       insert into callbacks (id, route, order_id, named_order, heard, amount_satang,
                              transaction_id, paid_at, body_sealed, applied_at, outcome)
       select id, route, order_id, named_order, heard, amount_satang, transaction_id, paid_at,
              body_sealed, case when order_id is null then now() end,
              case when order_id is null then 'unknown_order' end
       from input
     )
     insert into dispatches (topic, subject, detail)
     select 'callback', order_id, json_build_object(
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

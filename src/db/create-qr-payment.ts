import type { Db } from './connect';
import { run } from './connect';
import type { Dispatch } from './dispatches';
import type { IdempotencyClaim } from './idempotency';

export interface NewQrPayment {
  readonly paymentId: string;
  readonly qrCodeId: string;
  readonly merchantId: string;
  readonly amountSatang: number;
  readonly ref: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly clientSealed: string | null;
  readonly payload: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly event: { readonly id: string; readonly body: string };
  /** The key to bind, and the answer to bind to it. */
  readonly claim: (IdempotencyClaim & { readonly answer: string }) | null;
}

/**
 * One statement, so one round trip and one transaction: the key, the order, its QR code, its first
 * event, the deliveries of that event to whoever subscribed, and the outbox rows.
 */
const statement = `
  with input as (
    select ?::text as order_id, ?::text as qr_code_id, ?::text as merchant_id,
           ?::bigint as amount_satang, ?::text as ref, ?::text as reference, ?::json as metadata,
           ?::text as client_sealed, ?::text as payload, ?::timestamptz as created_at,
           ?::timestamptz as expires_at, ?::text as event_id, ?::text as event_body,
           ?::text as operation, ?::text as key, ?::bytea as fingerprint, ?::text as answer
  ), claimed as (
    insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
    select merchant_id, operation, key, fingerprint, 200, answer from input where key is not null
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
          expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= now()
    returning 1
  ), allowed as (
    select * from input where key is null or exists (select from claimed)
  ), new_order as (
    insert into orders (id, kind, merchant_id, status, amount_satang, ref, reference, metadata,
                        created_at, expires_at)
    select order_id, 'payment', merchant_id, 'pending', amount_satang, ref, reference, metadata,
           created_at, expires_at
    from allowed
  ), new_qr_code as (
    insert into qr_codes (id, order_id, payload, client_sealed)
    select qr_code_id, order_id, payload, client_sealed from allowed
  ), new_event as (
    insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
    select event_id, merchant_id, order_id, 1, 'payment.pending', event_body, created_at
    from allowed
  ), new_deliveries as (
    insert into deliveries (id, event_id, webhook_id, order_id, handed_over)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), event_id, webhooks.id, order_id,
           true
    from allowed join webhooks using (merchant_id)
    where webhooks.status = 'active' and 'payment.pending' = any(webhooks.events)
    returning id
  )
  insert into dispatches (topic, subject, detail)
  select 'start', order_id, json_build_object(
           'merchantId', merchant_id, 'reference', reference, 'deadline', expires_at)
  from allowed
  union all
  select 'deliver', id, null from new_deliveries
  returning id, topic, subject, detail`;

/** Creates a payment with its QR code; null when the key is taken, and then nothing was created. */
export async function createQrPayment(
  db: Db,
  payment: NewQrPayment,
): Promise<readonly Dispatch[] | null> {
  const { claim } = payment;
  const dispatches = await run<Dispatch>(db, 'create-qr-payment', statement, [
    payment.paymentId,
    payment.qrCodeId,
    payment.merchantId,
    payment.amountSatang,
    payment.ref,
    payment.reference,
    payment.metadata === null ? null : JSON.stringify(payment.metadata),
    payment.clientSealed,
    payment.payload,
    payment.createdAt,
    payment.expiresAt,
    payment.event.id,
    payment.event.body,
    claim?.operation ?? null,
    claim?.key ?? null,
    claim?.fingerprint ?? null,
    claim?.answer ?? null,
  ]);
  return dispatches.length === 0 ? null : dispatches;
}

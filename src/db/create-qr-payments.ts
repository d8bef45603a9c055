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
 * One statement, so one round trip and one transaction, for as many payments as there are: keys,
 * orders, QR codes, first events, the deliveries of those to whoever subscribed, and outbox rows.
 * Keys are taken in order, so that two processes cannot each wait for the other's.
 */
const statement = `
  with input as (
    select * from json_to_recordset(?::json) as payments(
      order_id text, qr_code_id text, merchant_id text, amount_satang bigint, ref text,
      reference text, metadata json, client_sealed text, payload text, created_at timestamptz,
      expires_at timestamptz, event_id text, event_body text, operation text, key text,
      fingerprint bytea, answer text)
  ), claimed as (
    insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
    select merchant_id, operation, key, fingerprint, 200, answer from input where key is not null
    order by merchant_id, operation, key
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
          expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= now()
    returning merchant_id, operation, key
  ), allowed as (
    select * from input
    where key is null or (merchant_id, operation, key) in (select * from claimed)
  ), new_orders as (
    insert into orders (id, kind, merchant_id, status, amount_satang, ref, reference, metadata,
                        created_at, expires_at)
    select order_id, 'payment', merchant_id, 'pending', amount_satang, ref, reference, metadata,
           created_at, expires_at
    from allowed
  ), new_qr_codes as (
    insert into qr_codes (id, order_id, payload, client_sealed)
    select qr_code_id, order_id, payload, client_sealed from allowed
  ), new_events as (
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

/**
 * Creates payments with their QR codes. A payment whose key is taken is not created, and no trace
 * of it is left. Throws, and creates none, when any of them cannot be written.
 */
export async function createQrPayments(
  db: Db,
  payments: readonly NewQrPayment[],
): Promise<{ readonly created: ReadonlySet<string>; readonly dispatches: readonly Dispatch[] }> {
  const dispatches = await run<Dispatch>(db, 'create-qr-payments', statement, [
    JSON.stringify(withoutTwins(payments).map(toRow)),
  ]);
  const started = dispatches.filter(({ topic }) => topic === 'start');
  return { created: new Set(started.map(({ subject }) => subject)), dispatches };
}

/** Of several payments under one key the first is created; the others find the key taken. */
function withoutTwins(payments: readonly NewQrPayment[]): readonly NewQrPayment[] {
  const seen = new Set<string>();
  return payments.filter(({ claim }) => {
    if (claim === null) return true;
    const scope = JSON.stringify([claim.merchantId, claim.operation, claim.key]);
    return !seen.has(scope) && seen.add(scope);
  });
}

function toRow({ claim, ...payment }: NewQrPayment): Readonly<Record<string, unknown>> {
  return {
    order_id: payment.paymentId,
    qr_code_id: payment.qrCodeId,
    merchant_id: payment.merchantId,
    amount_satang: payment.amountSatang,
    ref: payment.ref,
    reference: payment.reference,
    metadata: payment.metadata,
    client_sealed: payment.clientSealed,
    payload: payment.payload,
    created_at: payment.createdAt,
    expires_at: payment.expiresAt,
    event_id: payment.event.id,
    event_body: payment.event.body,
    operation: claim?.operation,
    key: claim?.key,
    fingerprint: claim === null ? null : `\\x${claim.fingerprint.toString('hex')}`,
    answer: claim?.answer,
  };
}

import type { TraceParent } from '../../lib/tracing';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { OutboxMessage } from '../outbox/messages';

export const SLIPS_MAX = 5;
/** Deadline of a deposit with a slip, from its creation. */
const SLIP_WAIT = '24 hours';

export type SlipStatus =
  | 'received'
  | 'parsed'
  | 'qr_not_found'
  | 'qr_invalid'
  | 'unreadable'
  | 'wrong_qr';
export type Verification = 'verified' | 'mismatch' | 'pending';

/** A slip image from a payer. It proves nothing and never moves money. */
export interface Slip {
  readonly id: string;
  readonly orderId: string;
  readonly status: SlipStatus;
  /** Whether the slip names the order's reference. */
  readonly refMatches: boolean;
  /** Three digits, or `truemoney`; null until it is read and when the slip names none. */
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly verification: Verification | null;
  /** The order that had the same image or transfer before; null without one. */
  readonly duplicateOf: { readonly orderId: string; readonly merchantId: string } | null;
  readonly receivedAt: Date;
}

/** An order's slips, oldest first. */
export async function listSlips(db: Db, orderId: string): Promise<readonly Slip[]> {
  const rows = await run<
    Omit<Slip, 'duplicateOf'> & { firstOrderId: string | null; firstMerchantId: string }
  >(
    db,
    'list-slips',
    sql`select slips.id, slips.order_id as "orderId", slips.status,
            slips.ref_matches as "refMatches", slips.sending_bank as "sendingBank",
            slips.trans_ref as "transRef", slips.verification,
            slips.received_at as "receivedAt", first.order_id as "firstOrderId",
            first.merchant_id as "firstMerchantId"
     from slips left join slips as first on first.id = slips.duplicate_of
     where slips.order_id = ${orderId} order by slips.received_at, slips.id`,
  );
  return rows.map(({ firstOrderId, firstMerchantId, ...slip }) => ({
    ...slip,
    duplicateOf:
      firstOrderId === null ? null : { orderId: firstOrderId, merchantId: firstMerchantId },
  }));
}

export interface NewSlip {
  readonly id: string;
  readonly orderId: string;
  readonly ref: string;
  readonly refMatches: boolean;
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly declaredType: string | null;
  readonly sizeBytes: number;
  readonly imageSealed: Buffer;
  /** The span of the upload; absent or null unless it is sampled. */
  readonly traceParent?: TraceParent | null;
}

export type AddedSlip =
  /** Enqueue the dispatches after the commit. */
  | { readonly kind: 'added'; readonly dispatches: readonly OutboxMessage[] }
  /** The order has the same image. */
  | { readonly kind: 'known' }
  | { readonly kind: 'too_many' };

/**
 * Stores a slip, extends the order's deadline and wakes its workflow. Locks the order, so that
 * concurrent uploads cannot exceed the maximum.
 */
export async function addSlip(trx: Db, slip: NewSlip): Promise<AddedSlip> {
  await run(
    trx,
    'lock-slips-order',
    sql`select 1 from orders where id = ${slip.orderId} for no key update`,
  );
  const [there] = await run<{ count: number; known: boolean }>(
    trx,
    'count-slips',
    sql`select count(*) as count, coalesce(bool_or(sha256 = ${slip.sha256}), false) as known
     from slips where order_id = ${slip.orderId}`,
  );
  if (there?.known === true) return { kind: 'known' };
  if ((there?.count ?? 0) >= SLIPS_MAX) return { kind: 'too_many' };
  const dispatches = await run<OutboxMessage>(
    trx,
    'add-slip',
    sql`with input as (
       select ${slip.id}::text as slip_id, ${slip.orderId}::text as order_id,
              ${slip.ref}::text as sent_ref,
              ${slip.refMatches}::boolean as ref_matches, ${slip.sha256}::bytea as sha256,
              ${slip.mediaType}::text as media_type,
              ${slip.declaredType}::text as declared_type,
              ${slip.sizeBytes}::integer as size_bytes,
              ${slip.imageSealed}::bytea as image_sealed,
              -- A value, so that no partial index of pending rows is chosen (decision 19).
              'pending' as order_status
     ), waiting as (
       update orders set expires_at = greatest(expires_at,
       created_at + interval '${raw(SLIP_WAIT)}')
       from input where orders.id = input.order_id and orders.status = input.order_status
     ), stored as (
       insert into slips (id, order_id, merchant_id, ref, ref_matches, sha256, media_type,
                          declared_type, size_bytes)
       select slip_id, orders.id, merchant_id, sent_ref, ref_matches, sha256, media_type,
              declared_type, size_bytes
       from input join orders on orders.id = input.order_id
     ), kept as (
       insert into slip_images (slip_id, image_sealed) select slip_id, image_sealed from input
     )
     insert into dispatches (topic, subject, detail, trace_parent)
     select 'slip', orders.id, json_build_object(
              'kind', kind, 'method', method, 'inquired', inquired_at is not null,
              'merchantId', merchant_id, 'reference', reference, 'slipId', slip_id),
              ${slip.traceParent ?? null}::text
     from input join orders on orders.id = input.order_id
     returning id, topic, subject, detail, trace_parent as "traceParent"`,
  );
  return { kind: 'added', dispatches };
}

export interface StoredSlip {
  readonly status: SlipStatus;
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly orderRef: string;
  readonly amountSatang: number;
  /** Null after its retention. */
  /** The provider account of the order. */
  readonly accountId: string;
  readonly imageSealed: Buffer | null;
}

export async function findStoredSlip(db: Db, slipId: string): Promise<StoredSlip | null> {
  const [row] = await run<StoredSlip>(
    db,
    'find-stored-slip',
    sql`select slips.status, sending_bank as "sendingBank", trans_ref as "transRef",
            orders.ref as "orderRef", amount_satang as "amountSatang",
            provider_account_id as "accountId", image_sealed as "imageSealed"
     from slips join orders on orders.id = slips.order_id
     left join slip_images on slip_images.slip_id = slips.id
     where slips.id = ${slipId}`,
  );
  return row ?? null;
}

export interface SlipRead {
  readonly status: Exclude<SlipStatus, 'received'>;
  readonly transfer: { readonly sendingBank: string; readonly transRef: string } | null;
}

/**
 * Records the content of a slip, once, and whether another order had its image or its transfer
 * before. Of two slips read concurrently exactly one is the duplicate.
 */
export async function recordSlipRead(db: Db, slipId: string, read: SlipRead): Promise<void> {
  const { status, transfer } = read;
  await db.transaction(async (trx) => {
    const [row] = await run<{ sha256: Buffer }>(
      trx,
      'hash-of-slip',
      sql`select sha256 from slips where id = ${slipId}`,
    );
    if (row === undefined) throw new Error(`there is no slip ${slipId}`);
    const keys = [row.sha256.toString('hex')];
    if (transfer !== null) keys.push(`${transfer.sendingBank} ${transfer.transRef}`);
    for (const key of keys.toSorted()) {
      await run(
        trx,
        'lock-slip-key',
        sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`,
      );
    }
    await run(
      trx,
      'record-slip-read',
      sql`with input as (
         select ${slipId}::text as slip_id, ${status}::text as status,
                ${transfer?.sendingBank ?? null}::text as sending_bank,
                ${transfer?.transRef ?? null}::text as trans_ref
       )
       update slips set
         status = input.status, sending_bank = input.sending_bank, trans_ref = input.trans_ref,
         read_at = now(), duplicate_of = (
           select other.id from slips as other
           where other.order_id <> slips.order_id and other.read_at is not null
             and (other.sha256 = slips.sha256
                  or (other.sending_bank = input.sending_bank
                      and other.trans_ref = input.trans_ref))
           order by other.read_at, other.id limit 1)
       -- Not by status, so that no partial index of received slips is chosen (decision 19).
       from input where slips.id = input.slip_id and slips.read_at is null`,
    );
  });
}

export async function recordVerification(
  db: Db,
  slipId: string,
  verification: Verification,
): Promise<void> {
  await run(
    db,
    'record-verification',
    sql`update slips set verification = ${verification} where id = ${slipId}`,
  );
}

/** Deletes images after their retention; the read content stays. */
export async function purgeSlipImages(db: Db, days: number, limit: number): Promise<number> {
  const rows = await run(
    db,
    'purge-slip-images',
    sql`delete from slip_images where slip_id in (
       select slip_id from slip_images where stored_at < now() - ${days} * interval '1 day'
              limit ${limit})
     returning 1`,
  );
  return rows.length;
}

/** The image of a merchant's own slip; null for another's and after its retention. */
export async function findSlipImage(
  db: Db,
  merchantId: string,
  { orderId, slipId }: { readonly orderId: string; readonly slipId: string },
): Promise<{ readonly mediaType: string; readonly imageSealed: Buffer } | null> {
  const [row] = await run<{ mediaType: string; imageSealed: Buffer }>(
    db,
    'find-slip-image',
    sql`select media_type as "mediaType", image_sealed as "imageSealed"
     from slips join slip_images on slip_images.slip_id = slips.id
     where slips.id = ${slipId} and slips.order_id = ${orderId}
            and slips.merchant_id = ${merchantId}`,
  );
  return row ?? null;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { TraceParent } from '../../../platform/observe/tracing';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';
import { slipDetail, type OutboxMessage } from '../../../kernel/outbox/store/messages';

export const SLIPS_MAX = 5;
/** Deadline of a deposit with a promising slip, from its creation. */
const SLIP_WAIT = '24 hours';
/** A new slip extends the deadline to at least this time from now, so that it can be read. */
const SLIP_READ_WITHIN = '1 minute';
const SLIP_ASKED_EVERY_MS = 100;

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
  /** The slip names the order's reference. */
  readonly refMatches: boolean;
  /** Three digits, or `truemoney`; null until it is read and when the slip names none. */
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly verification: Verification | null;
  /**
   * Another order that the transfer paid, else that had the same image or transfer before; null
   * without one.
   */
  readonly duplicateOf: { readonly orderId: string; readonly merchantId: string } | null;
  /** The slip's transfer belongs to another payment. */
  readonly isWrong: boolean;
  /** The transfer's amount and time by its bank; null while unverified. */
  readonly paidSatang: number | null;
  readonly paidAt: Date | null;
  readonly receivedAt: Date;
}

/**
 * SQL of the other order that a slip's transfer was used for: the one that it paid, by its bank or
 * by a movement; else the one that had the slip first.
 */
export const usedForJoin = `
     left join slips as first on first.id = slips.duplicate_of
     left join orders as paid on paid.ref = slips.paid_to and paid.id <> slips.order_id
     left join lateral (
       select movements.order_id, movements.merchant_id from orders
       join movements on movements.account = orders.provider_account_id
         and movements.direction = 'in' and movements.transaction_id = slips.trans_ref
         and movements.order_id is not null and movements.order_id <> slips.order_id
       where orders.id = slips.order_id and slips.paid_to is null limit 1) as moved on true`;
export const usedFor = (column: 'order_id' | 'merchant_id'): string =>
  `coalesce(paid.${column === 'order_id' ? 'id' : column}, moved.${column}, first.${column})`;

/** Oldest first. */
export async function listSlips(db: Db, orderId: string): Promise<readonly Slip[]> {
  const rows = await run<
    Omit<Slip, 'duplicateOf'> & { firstOrderId: string | null; firstMerchantId: string }
  >(
    db,
    'list-slips',
    sql`select slips.id, slips.order_id, slips.status,
            slips.ref_matches, slips.sending_bank,
            slips.trans_ref, slips.verification,
            slips.received_at, slips.is_wrong,
            slips.paid_satang, slips.paid_at,
            ${raw(usedFor('order_id'))} as first_order_id,
            ${raw(usedFor('merchant_id'))} as first_merchant_id
     from slips ${raw(usedForJoin)}
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
  | { readonly kind: 'added'; readonly messages: readonly OutboxMessage[] }
  /** The order has the same image already. */
  | { readonly kind: 'known' }
  | { readonly kind: 'too_many' };

/**
 * Wakes the order's workflow. The deadline moves only as far as the slip can be read. Locks the
 * order, so that concurrent uploads cannot exceed the maximum.
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
  const messages = await run<OutboxMessage>(
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
         now() + interval '${raw(SLIP_READ_WITHIN)}')
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
     insert into outbox_messages (topic, subject, detail, trace_parent)
     select 'slip', orders.id, ${slipDetail(sql`slip_id`)},
              ${slip.traceParent ?? null}::text
     from input join orders on orders.id = input.order_id
     returning id, topic, subject, detail, trace_parent`,
  );
  return { kind: 'added', messages };
}

export interface StoredSlip {
  readonly status: SlipStatus;
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly orderRef: string;
  readonly amountSatang: number;
  readonly accountId: string;
  /** Null after its retention. */
  readonly imageSealed: Buffer | null;
}

export async function findStoredSlip(db: Db, slipId: string): Promise<StoredSlip | null> {
  const [row] = await run<StoredSlip>(
    db,
    'find-stored-slip',
    sql`select slips.status, sending_bank, trans_ref,
            orders.ref as order_ref, amount_satang,
            provider_account_id as account_id, image_sealed
     from slips join orders on orders.id = slips.order_id
     left join slip_images on slip_images.slip_id = slips.id
     where slips.id = ${slipId}`,
  );
  return row ?? null;
}

export interface SlipTransfer {
  readonly sendingBank: string;
  readonly transRef: string;
}

export interface SlipRead {
  readonly status: Exclude<SlipStatus, 'received'>;
  /** A picture can show several. */
  readonly transfers: readonly SlipTransfer[];
}

/** The first slip of a picture has the id of the upload. */
export interface ReadSlip {
  readonly id: string;
  readonly transfer: SlipTransfer | null;
}

/**
 * Records an upload once: a slip for each transfer that it shows, and whether another order had its
 * image or transfer before. Of two slips read concurrently exactly one is the duplicate. Returns
 * the slips, also of an earlier call.
 */
export async function recordSlipRead(
  db: Db,
  slipId: string,
  { status, transfers }: SlipRead,
): Promise<readonly ReadSlip[]> {
  const [first = null, ...others] = transfers.slice(0, SLIPS_MAX);
  await db.transaction(async (trx) => {
    const [row] = await run<{ sha256: Buffer }>(
      trx,
      'hash-of-slip',
      sql`select sha256 from slips where id = ${slipId}`,
    );
    if (row === undefined) throw new Error(`there is no slip ${slipId}`);
    const keys = [row.sha256.toString('hex')];
    for (const { sendingBank, transRef } of transfers) keys.push(`${sendingBank} ${transRef}`);
    for (const key of keys.toSorted()) {
      await run(
        trx,
        'lock-slip-key',
        sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`,
      );
    }
    await recordOne(trx, slipId, status, first);
    for (const [index, transfer] of others.entries()) {
      const id = partId(slipId, index + 2);
      await run(
        trx,
        'add-slip-part',
        sql`with added as (
           insert into slips (id, order_id, merchant_id, ref, ref_matches, sha256, media_type,
                              declared_type, size_bytes, received_at)
           select ${id}, order_id, merchant_id, ref, ref_matches,
                  sha256(sha256 || ${`${index}`}::bytea), media_type, declared_type,
                  size_bytes, received_at
           from slips where slips.id = ${slipId}
           on conflict do nothing returning id
         )
         insert into slip_images (slip_id, image_sealed)
         select added.id, image_sealed from added join slip_images on slip_id = ${slipId}`,
      );
      await recordOne(trx, id, status, transfer);
    }
  });
  return findSlipParts(db, slipId);
}

/** The id of a further slip of a picture. */
const partId = (slipId: string, number: number): string => `${slipId}x${number}`;

async function recordOne(
  trx: Db,
  slipId: string,
  status: SlipRead['status'],
  transfer: SlipTransfer | null,
): Promise<void> {
  await run(
    trx,
    'record-slip-read',
    sql`with input as (
       select ${slipId}::text as slip_id, ${status}::text as status,
              ${transfer?.sendingBank ?? null}::text as sending_bank,
              ${transfer?.transRef ?? null}::text as trans_ref
     ), first as (
       select other.id from slips, input, slips as other
       where slips.id = input.slip_id
         and other.order_id <> slips.order_id and other.read_at is not null
         and (other.sha256 = slips.sha256
              or (other.sending_bank = input.sending_bank
                  and other.trans_ref = input.trans_ref))
       order by other.read_at, other.id limit 1
     )
     update slips set
       status = input.status, sending_bank = input.sending_bank, trans_ref = input.trans_ref,
       read_at = now(), duplicate_of = first.id, is_wrong = first.id is not null
     -- Not by status, so that no partial index of received slips is chosen (decision 19).
     from input left join first on true
     where slips.id = input.slip_id and slips.read_at is null`,
  );
}

export async function findSlipParts(db: Db, slipId: string): Promise<readonly ReadSlip[]> {
  const ids = [slipId, ...Array.from({ length: SLIPS_MAX }, (_, at) => partId(slipId, at + 2))];
  const rows = await run<{ id: string; sendingBank: string | null; transRef: string | null }>(
    db,
    'find-slip-parts',
    sql`select id, sending_bank, trans_ref
     from slips where id = any(${ids}::text[]) order by id`,
  );
  return rows.map(({ id, sendingBank, transRef }) => ({
    id,
    transfer: sendingBank === null || transRef === null ? null : { sendingBank, transRef },
  }));
}

/** The bank's answer about a slip's transfer. */
export interface SlipFact {
  readonly verification: Verification;
  readonly paidTo: string | null;
  readonly paidSatang: number | null;
  readonly paidAt: Date | null;
}

/** The bank's answer overrides the slip's reference and an earlier slip of the same transfer. */
export async function recordVerification(
  db: Db,
  slipId: string,
  { verification, paidTo, paidSatang, paidAt }: SlipFact,
): Promise<void> {
  await run(
    db,
    'record-verification',
    sql`update slips set
       verification = ${verification}::text, paid_to = ${paidTo}::text,
       paid_satang = ${paidSatang}::bigint, paid_at = ${paidAt}::timestamptz,
       ref_matches = case ${verification}::text
         when 'pending' then slips.ref_matches
         else coalesce(orders.ref = ${paidTo}::text, false) end,
       is_wrong = case ${verification}::text
         when 'pending' then slips.is_wrong
         else orders.ref is distinct from ${paidTo}::text end
     from orders where orders.id = slips.order_id and slips.id = ${slipId}`,
  );
}

/** True when all slips of the upload belong to another payment. */
export async function isWrongUpload(db: Db, slipId: string): Promise<boolean> {
  const ids = (await findSlipParts(db, slipId)).map(({ id }) => id);
  const [row] = await run<{ isWrong: boolean | null }>(
    db,
    'is-wrong-upload',
    sql`select bool_and(is_wrong) as is_wrong from slips where id = any(${ids}::text[])`,
  );
  return row?.isWrong === true;
}

/** For a slip that its bank may confirm, while the deposit is open. Idempotent. */
export async function extendForSlip(db: Db, slipId: string): Promise<void> {
  await run(
    db,
    'extend-for-slip',
    sql`update orders set expires_at = greatest(expires_at,
         created_at + interval '${raw(SLIP_WAIT)}')
     from slips where slips.id = ${slipId} and orders.id = slips.order_id
       -- A value, so that no partial index of pending rows is chosen (decision 19).
       and orders.status = ${'pending'}`,
  );
}

/** Waits up to `withinMs` for the upload to be read and verified. The page updates itself later. */
export async function waitForSlip(db: Db, slipId: string, withinMs: number): Promise<void> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const [row] = await run<{ isOver: boolean }>(
      db,
      'is-slip-over',
      sql`select read_at is not null and (trans_ref is null or verification is not null)
         as is_over from slips where id = ${slipId}`,
    );
    if (row?.isOver !== false || performance.now() >= endMs) return;
    await pause(SLIP_ASKED_EVERY_MS);
  }
}

/** The read content stays. */
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

/** Null for another merchant's slip and after the image's retention. */
export async function findSlipImage(
  db: Db,
  merchantId: string,
  { orderId, slipId }: { readonly orderId: string; readonly slipId: string },
): Promise<{ readonly mediaType: string; readonly imageSealed: Buffer } | null> {
  const [row] = await run<{ mediaType: string; imageSealed: Buffer }>(
    db,
    'find-slip-image',
    sql`select media_type, image_sealed
     from slips join slip_images on slip_images.slip_id = slips.id
     where slips.id = ${slipId} and slips.order_id = ${orderId}
            and slips.merchant_id = ${merchantId}`,
  );
  return row ?? null;
}

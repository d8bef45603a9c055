import { run, type Db } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';

export interface IdempotencyClaim {
  readonly merchantId: string;
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the parsed request. */
  readonly fingerprint: Buffer;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request that created an order is answered from the order. */
export type Bound = { readonly orderId: string } | { readonly answer: StoredAnswer };

export interface KeyInUse {
  readonly bound: Bound;
  /** False when the key was used with other parameters. */
  readonly sameRequest: boolean;
}

/** Null for a free or expired key. */
export async function findKey(db: Db, claim: IdempotencyClaim): Promise<KeyInUse | null> {
  const [row] = await run<StoredAnswer & { orderId: string | null; same: boolean }>(
    db,
    'find-key',
    sql`select order_id, status, body, fingerprint = ${claim.fingerprint} as same
     from idempotency_keys
     where merchant_id = ${claim.merchantId} and operation = ${claim.operation}
            and key = ${claim.key} and expires_at > now()`,
  );
  if (row === undefined) return null;
  const { orderId, status, body, same: sameRequest } = row;
  return { bound: orderId === null ? { answer: { status, body } } : { orderId }, sameRequest };
}

/**
 * Inserts `keys` (merchant_id, operation, key, fingerprint, order_id, status, body) and returns the
 * scope of each that was free or expired. Waits for a concurrent transaction that claims one of
 * them.
 */
export const claimOf = (keys: Sql): Sql => sql`
  insert into idempotency_keys (merchant_id, operation, key, fingerprint, order_id, status, body)
  ${keys}
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, order_id = excluded.order_id,
        status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= now()
  returning merchant_id, operation, key`;

/** Part of the transaction that makes `bound` true. False when the key is in use. */
export async function claimKey(trx: Db, claim: IdempotencyClaim, bound: Bound): Promise<boolean> {
  const { merchantId, operation, key, fingerprint } = claim;
  const orderId = 'orderId' in bound ? bound.orderId : null;
  const { status, body } = 'answer' in bound ? bound.answer : { status: null, body: null };
  const keys = sql`
    values (${merchantId}, ${operation}, ${key}, ${fingerprint}, ${orderId}, ${status}::integer,
            ${body})`;
  return (await run(trx, 'claim-key', claimOf(keys))).length > 0;
}

/** Only while the key is bound to the order. */
export async function releaseKey(db: Db, claim: IdempotencyClaim, orderId: string): Promise<void> {
  await run(
    db,
    'release-key',
    sql`delete from idempotency_keys
     where (merchant_id, operation, key) =
         (${claim.merchantId}, ${claim.operation}, ${claim.key})
       and order_id = ${orderId}`,
  );
}

/** This transaction has claimed the key. */
export async function bindAnswer(trx: Db, claim: IdempotencyClaim, body: string): Promise<void> {
  const { merchantId, operation, key } = claim;
  await run(
    trx,
    'bind-answer',
    sql`update idempotency_keys set body = ${body}
     where merchant_id = ${merchantId} and operation = ${operation} and key = ${key}`,
  );
}

/** Keys expire after 24 hours. Returns the number of deleted keys. */
export async function purgeExpiredKeys(db: Db, limit: number): Promise<number> {
  const rows = await run(
    db,
    'purge-keys',
    sql`delete from idempotency_keys where ctid = any(array(
       select ctid from idempotency_keys where expires_at <= now() limit ${limit}))
       and expires_at <= now()
     returning 1`,
  );
  return rows.length;
}

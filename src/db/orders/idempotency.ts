import { run, type Db } from '../postgres/connect';
import { sql, type Sql } from '../postgres/sql';

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
  /** False when the key was used with other parameters. */
  readonly sameRequest: boolean;
}

/** Null for a free or expired key. */
export async function findAnswer(db: Db, claim: IdempotencyClaim): Promise<StoredAnswer | null> {
  const [row] = await run<{ status: number; body: string; same: boolean }>(
    db,
    'find-answer',
    sql`select status, body, fingerprint = ${claim.fingerprint} as same from idempotency_keys
     where merchant_id = ${claim.merchantId} and operation = ${claim.operation}
            and key = ${claim.key} and expires_at > now()`,
  );
  return row === undefined ? null : { status: row.status, body: row.body, sameRequest: row.same };
}

/**
 * Inserts `keys` (merchant_id, operation, key, fingerprint, status, body) and returns the scope of
 * each that was free or expired. Waits for a concurrent transaction that claims one of them.
 */
export const claimOf = (keys: Sql): Sql => sql`
  insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
  ${keys}
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= now()
  returning merchant_id, operation, key`;

/** Part of the transaction that makes the answer true. False when the key is in use. */
export async function claimKey(
  trx: Db,
  claim: IdempotencyClaim,
  answer: { readonly status: number; readonly body: string },
): Promise<boolean> {
  const { merchantId, operation, key, fingerprint } = claim;
  const keys = sql`
    values (${merchantId}, ${operation}, ${key}, ${fingerprint}, ${answer.status}, ${answer.body})`;
  return (await run(trx, 'claim-key', claimOf(keys))).length > 0;
}

/** Only while the stored answer is `body`. */
export async function deleteKey(db: Db, claim: IdempotencyClaim, body: string): Promise<void> {
  await run(
    db,
    'delete-key',
    sql`delete from idempotency_keys
     where (merchant_id, operation, key) =
         (${claim.merchantId}, ${claim.operation}, ${claim.key})
       and body = ${body}`,
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

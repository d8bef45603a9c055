import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';

/** Identifies a request: merchant, operation, key and parameters. */
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

/** The answer bound to an unexpired key; null for a free key. */
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
 * Binds a key to its answer, in the transaction that makes the answer true. False when the key is
 * in use; waits for a concurrent transaction that claims it.
 */
export async function claimKey(
  trx: Db,
  claim: IdempotencyClaim,
  answer: { readonly status: number; readonly body: string },
): Promise<boolean> {
  const rows = await run(
    trx,
    'claim-key',
    sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
     values (${claim.merchantId}, ${claim.operation}, ${claim.key}, ${claim.fingerprint},
            ${answer.status}, ${answer.body})
     on conflict (merchant_id, operation, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
           expires_at = excluded.expires_at
       where idempotency_keys.expires_at <= now()
     returning 1`,
  );
  return rows.length > 0;
}

/** Sets the answer of a key that this transaction has claimed. */
export async function bindAnswer(trx: Db, claim: IdempotencyClaim, body: string): Promise<void> {
  const { merchantId, operation, key } = claim;
  await trx('idempotency_keys').where({ merchant_id: merchantId, operation, key }).update({ body });
}

/** Deletes at most `limit` expired keys (24 hours). Returns their number. */
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

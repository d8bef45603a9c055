import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';

/**
 * What makes a request the same as an earlier one: merchant, operation, key, and its parameters.
 */
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

/** The answer that a live key is bound to; null when the key is free. */
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
 * Binds a key to the answer it will give, in the transaction that makes the answer true. False when
 * the key is taken; a claim by a transaction still running is waited for.
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

/** Gives a key that was claimed in this transaction the answer that was not known then. */
export async function bindAnswer(trx: Db, claim: IdempotencyClaim, body: string): Promise<void> {
  const { merchantId, operation, key } = claim;
  await trx('idempotency_keys').where({ merchant_id: merchantId, operation, key }).update({ body });
}

/** Removes keys whose 24 hours are over, a bounded number at a time; returns how many went. */
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

import { SETTLED_AFTER, type Confirmation, type FactorKind } from '../rules/second-factor';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** Belongs to a user or an operator. */
export interface Factor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

export interface Passkey {
  readonly id: string;
  readonly credentialId: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  readonly signatures: number;
  readonly transports: readonly string[];
}

export type NewFactor = Pick<Factor, 'id' | 'name'> & { readonly accountId: string } & (
    | { readonly kind: 'totp'; readonly secretSealed: string; readonly lastStep: number }
    | ({ readonly kind: 'passkey' } & Omit<Passkey, 'id'>)
  );

/** The oldest first. */
export async function listFactors(db: Db, accountId: string): Promise<readonly Factor[]> {
  return run<Factor>(
    db,
    'list-factors',
    sql`select id, kind, name, created_at, used_at
     from factors where account_id = ${accountId} order by created_at, id`,
  );
}

/** Serializes changes of authenticators by account id: users and operators have separate tables. */
export async function lockFactors(trx: Db, accountId: string): Promise<void> {
  await run(
    trx,
    'lock-factors',
    sql`select pg_advisory_xact_lock(hashtextextended(${`factors:${accountId}`}, 0))`,
  );
}

/** False when the passkey is already registered. */
export async function insertFactor(trx: Db, factor: NewFactor): Promise<boolean> {
  const { id, accountId, kind, name } = factor;
  const totp = kind === 'totp' ? factor : null;
  const passkey = kind === 'passkey' ? factor : null;
  const rows = await run(
    trx,
    'insert-factor',
    sql`insert into factors (id, account_id, kind, name, used_at, secret_sealed, last_step,
                          credential_id, public_key, signatures, transports)
     values (${id}, ${accountId}, ${kind}, ${name}, now(), ${totp?.secretSealed ?? null},
             ${totp?.lastStep ?? null}, ${passkey?.credentialId ?? null},
             ${passkey?.publicKey ?? null}, ${passkey?.signatures ?? null},
             ${passkey?.transports ?? null}::text[])
     on conflict do nothing returning 1`,
  );
  return rows.length > 0;
}

/** False when the account has no such authenticator. */
export async function renameFactor(
  trx: Db,
  accountId: string,
  factorId: string,
  name: string,
): Promise<boolean> {
  const rows = await run(
    trx,
    'rename-factor',
    sql`update factors set name = ${name}
     where id = ${factorId} and account_id = ${accountId} returning 1`,
  );
  return rows.length > 0;
}

export async function deleteFactor(trx: Db, factorId: string): Promise<void> {
  await run(trx, 'delete-factor', sql`delete from factors where id = ${factorId}`);
}

/** Deletes the recovery codes too. Returns the number of authenticators. */
export async function deleteFactors(trx: Db, accountId: string): Promise<number> {
  await deleteRecoveryCodes(trx, accountId);
  const rows = await run(
    trx,
    'delete-factors',
    sql`delete from factors where account_id = ${accountId} returning 1`,
  );
  return rows.length;
}

export async function listTotpSecrets(
  db: Db,
  accountId: string,
): Promise<readonly { readonly id: string; readonly secretSealed: string }[]> {
  return run(
    db,
    'list-totp-secrets',
    sql`select id, secret_sealed from factors
     where account_id = ${accountId} and kind = 'totp' order by id`,
  );
}

type Taken = Pick<Confirmation, 'isSettled'> | null;

const isSettled = sql`created_at <= now() - interval '${raw(SETTLED_AFTER)}' as is_settled`;

/** Null when a code of that step or a later one was used. */
export async function takeTotpStep(trx: Db, factorId: string, step: number): Promise<Taken> {
  const [taken] = await run<NonNullable<Taken>>(
    trx,
    'take-totp-step',
    sql`update factors set last_step = ${step}, used_at = now()
     where id = ${factorId} and last_step < ${step} returning ${isSettled}`,
  );
  return taken ?? null;
}

export async function listPasskeys(db: Db, accountId: string): Promise<readonly Passkey[]> {
  return run<Passkey>(
    db,
    'list-passkeys',
    sql`select id, credential_id, public_key,
            signatures, transports
     from factors where account_id = ${accountId} and kind = 'passkey' order by id`,
  );
}

/** Null when the count did not grow: the key was copied. */
export async function takeSignature(trx: Db, factorId: string, count: number): Promise<Taken> {
  const [taken] = await run<NonNullable<Taken>>(
    trx,
    'take-signature',
    sql`update factors set signatures = ${count}, used_at = now()
     where id = ${factorId} and (signatures < ${count} or (signatures = 0 and ${count} = 0))
     returning ${isSettled}`,
  );
  return taken ?? null;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    'count-recovery-codes',
    sql`select count(*) from recovery_codes where account_id = ${accountId}`,
  );
  return row?.count ?? 0;
}

async function deleteRecoveryCodes(trx: Db, accountId: string): Promise<void> {
  await run(
    trx,
    'delete-recovery-codes',
    sql`delete from recovery_codes where account_id = ${accountId}`,
  );
}

export async function replaceRecoveryCodes(
  trx: Db,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(trx, accountId);
  await run(
    trx,
    'insert-recovery-codes',
    sql`insert into recovery_codes (account_id, hash)
     select ${accountId}, unnest(${hashes}::bytea[])`,
  );
}

/** One of two concurrent calls succeeds; null for the other. */
export async function takeRecoveryCode(trx: Db, accountId: string, hash: Buffer): Promise<Taken> {
  const [taken] = await run<NonNullable<Taken>>(
    trx,
    'take-recovery-code',
    sql`delete from recovery_codes where account_id = ${accountId} and hash = ${hash}
     returning ${isSettled}`,
  );
  return taken ?? null;
}

const CHALLENGE_GOOD_FOR = '10 minutes';
/** Limits the open challenges of a session: each page that asks for a passkey has one. */
const CHALLENGES_MAX = 10;

export interface Challenge {
  readonly challenge: string;
  readonly sessionId: string;
  readonly purpose: 'add' | 'confirm';
}

/** Deletes the oldest challenges of the session beyond `CHALLENGES_MAX`. */
export async function insertChallenge(
  db: Db,
  { challenge, sessionId, purpose }: Challenge,
): Promise<void> {
  await run(
    db,
    'insert-challenge',
    sql`with surplus as (
       delete from passkey_challenges where challenge in (
         select challenge from passkey_challenges where session_id = ${sessionId}
         order by expires_at desc, challenge offset ${raw(CHALLENGES_MAX - 1)}))
     insert into passkey_challenges (challenge, session_id, purpose, expires_at)
     values (${challenge}, ${sessionId}, ${purpose},
             now() + interval '${raw(CHALLENGE_GOOD_FOR)}')`,
  );
}

/** False when the challenge was not issued to the session, was used or has expired. */
export async function takeChallenge(
  db: Db,
  { challenge, sessionId, purpose }: Challenge,
): Promise<boolean> {
  const rows = await run(
    db,
    'take-challenge',
    sql`delete from passkey_challenges where challenge = ${challenge}
       and session_id = ${sessionId} and purpose = ${purpose} and expires_at > now()
     returning 1`,
  );
  return rows.length > 0;
}

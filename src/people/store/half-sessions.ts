import type { Realm } from '../../kernel/rules/realm';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { openPerson, personJson, tables, type Person } from './people';

/** A sign-in whose second factor is not confirmed yet. Grants access to that step only. */
export interface HalfSession {
  readonly id: string;
  readonly person: Person;
  /** Null for an operator. */
  readonly merchantId: string | null;
  readonly hasFactor: boolean;
}

const GOOD_FOR = '10 minutes';

export async function insertHalfSession(
  trx: Db,
  session: {
    readonly hash: Buffer;
    readonly id: string;
    readonly accountId: string;
    readonly merchantId: string | null;
  },
): Promise<void> {
  await run(
    trx,
    'insert-half-session',
    sql`insert into half_sessions (hash, id, account_id, merchant_id)
     values (${session.hash}, ${session.id}, ${session.accountId}, ${session.merchantId})`,
  );
}

/** Null when the half-session is unknown, used, expired or of the other realm. */
export async function findHalfSession(
  db: Db,
  vault: Vault,
  realm: Realm,
  hash: Buffer,
): Promise<HalfSession | null> {
  const { people } = tables[realm];
  const notRemoved = realm === 'operator' ? sql`and removed_at is null` : sql``;
  const [row] = await run<HalfSession>(
    db,
    `find-half-session-of-${people}`,
    sql`select half_sessions.id, merchant_id,
            ${personJson(realm)} as person,
            exists (select from factors where factors.account_id = ${raw(people)}.id) as has_factor
     from half_sessions join ${raw(people)} on ${raw(people)}.id = account_id
     where hash = ${hash} and half_sessions.created_at > now() - interval '${raw(GOOD_FOR)}'
       ${notRemoved}`,
  );
  if (row === undefined) return null;
  return { ...row, person: openPerson<Person>(vault, realm, row.person) };
}

/** False when the half-session has ended. */
export async function lockHalfSession(trx: Db, id: string): Promise<boolean> {
  const rows = await run(
    trx,
    'lock-half-session',
    sql`select 1 from half_sessions where id = ${id} for update`,
  );
  return rows.length > 0;
}

/** One of two concurrent calls succeeds. */
export async function endHalfSession(trx: Db, id: string): Promise<boolean> {
  const rows = await run(
    trx,
    'end-half-session',
    sql`delete from half_sessions where id = ${id} returning 1`,
  );
  return rows.length > 0;
}

export async function endHalfSessions(trx: Db, accountId: string): Promise<void> {
  await run(
    trx,
    'end-half-sessions',
    sql`delete from half_sessions where account_id = ${accountId}`,
  );
}

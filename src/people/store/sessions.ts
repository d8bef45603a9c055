import { realms, type Realm, type RoleIn } from '../../kernel/rules/realm';
import { FRESH_FOR, type FactorState } from '../rules/second-factor';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import type { Merchant } from '../../kernel/merchants/store';
import { openPerson, personJson, tables, type Person } from './people';

interface AnySession<R extends Realm> {
  readonly realm: R;
  readonly id: string;
  readonly person: Person;
  readonly role: RoleIn[R];
  readonly factor: FactorState;
}

export interface MerchantSession extends AnySession<'merchant'> {
  readonly merchant: Merchant;
  /** When the hold ends; null without a hold. */
  readonly payoutsHeldUntil: Date | null;
  /** The count stops at 100. */
  readonly pendingApprovals: number;
}

/** The counts stop at 100. */
export interface OperatorSession extends AnySession<'operator'> {
  readonly openExceptions: number;
  /** Manual refunds. */
  readonly openRefunds: number;
  readonly waitingMerchants: number;
  readonly pendingApprovals: number;
}

export interface SessionIn {
  readonly merchant: MerchantSession;
  readonly operator: OperatorSession;
}

export type Session = SessionIn[Realm];

type SessionRow = (Omit<MerchantSession, 'realm'> | Omit<OperatorSession, 'realm'>) & {
  readonly stale: boolean;
};

/** `seen_at` has this precision, so that most requests do not write. */
const SEEN_EVERY = '1 minute';

const isLive = (realm: Realm): Sql => {
  const { sessions } = tables[realm];
  const { idle, life } = realms[realm].session;
  return raw(`${sessions}.seen_at > now() - interval '${idle}'
  and ${sessions}.created_at > now() - interval '${life}'`);
};

const hasFactor = (realm: Realm): string => {
  const { sessions, person: column } = tables[realm];
  return `exists (select from factors where account_id = ${sessions}.${column})`;
};

const factorOf = (realm: Realm): Sql =>
  raw(`case when not ${hasFactor(realm)} then 'none'
            when ${tables[realm].sessions}.factor_at > now() - interval '${FRESH_FOR}' then 'fresh'
            else 'stale' end as factor`);

/** A session without a second factor ends when its person adds an authenticator elsewhere. */
const isWhole = (realm: Realm): Sql =>
  raw(`(${tables[realm].sessions}.factor_at is not null or not ${hasFactor(realm)})`);

/**
 * Null when the session is unknown or expired, its person has left the team, or it lacks the
 * second factor that the person has.
 */
export async function findSession<R extends Realm>(
  db: Db,
  vault: Vault,
  realm: R,
  hash: Buffer,
): Promise<SessionIn[R] | null> {
  const { sessions } = tables[realm];
  const [row] = await run<SessionRow>(db, `find-${sessions}`, selections[realm](hash));
  if (row === undefined) return null;
  const { stale, ...session } = row;
  const person = openPerson<Person>(vault, realm, session.person);
  if (stale) {
    await run(
      db,
      `see-${sessions}`,
      sql`update ${raw(sessions)} set seen_at = now() where hash = ${hash}`,
    );
  }
  return { ...session, person, realm } as unknown as SessionIn[R];
}

const isStale = (realm: Realm): Sql =>
  raw(`${tables[realm].sessions}.seen_at < now() - interval '${SEEN_EVERY}' as stale`);

const selections: Readonly<Record<Realm, (hash: Buffer) => Sql>> = {
  merchant: (hash) => sql`
     select sessions.id, ${personJson('merchant')} as person,
            memberships.role, ${isStale('merchant')},
            ${factorOf('merchant')},
            json_build_object('id', merchants.id, 'name', merchants.name,
                              'status', merchants.status) as merchant,
            case when payouts_held_until > now() then payouts_held_until end as payouts_held_until,
            (select count(*) from (select from approvals
               where realm = 'merchant' and merchant_id = sessions.merchant_id
                 and status = 'pending' limit 100) as waiting) as pending_approvals
     from sessions join users on users.id = sessions.user_id
     join merchants on merchants.id = sessions.merchant_id
     join balances on balances.merchant_id = sessions.merchant_id
     join memberships on memberships.merchant_id = sessions.merchant_id
       and memberships.user_id = sessions.user_id
     where sessions.hash = ${hash} and ${isLive('merchant')}
       and ${isWhole('merchant')}`,
  operator: (hash) => sql`
     select operator_sessions.id, ${personJson('operator')} as person, role,
            ${isStale('operator')},
            ${factorOf('operator')},
            (select count(*) from (select from exceptions where resolved_at is null limit 100)
               as waiting) as open_exceptions,
            (select count(*) from (select from provider_requests
               where is_manual and not is_over and not awaits_approval limit 100)
               as waiting) as open_refunds,
            (select count(*) from (select from merchants
               where status = 'disabled' and decided_at is null limit 100)
               as waiting) as waiting_merchants,
            (select count(*) from (select from approvals
               where realm = 'operator' and status = 'pending' limit 100)
               as waiting) as pending_approvals
     from operator_sessions join operators on operators.id = operator_sessions.operator_id
     where operator_sessions.hash = ${hash} and removed_at is null and ${isLive('operator')}
       and ${isWhole('operator')}`,
};

export interface NewSession {
  readonly hash: Buffer;
  readonly id: string;
  readonly personId: string;
  /** Null for an operator. */
  readonly merchantId: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  /** When the person confirmed a second factor; null without one. */
  readonly factorAt: Date | 'now' | null;
}

export async function insertSession(trx: Db, realm: Realm, session: NewSession): Promise<void> {
  const { hash, id, personId, merchantId, address, agent, factorAt } = session;
  const { sessions, person: column } = tables[realm];
  const [ofMerchant, ownMerchant] =
    merchantId === null ? [sql``, sql``] : [sql`, merchant_id`, sql`, ${merchantId}`];
  await run(
    trx,
    `insert-${sessions}`,
    sql`insert into ${raw(sessions)}
       (hash, id, ${raw(column)}, address, agent, factor_at${ofMerchant})
     values (${hash}, ${id}, ${personId}, ${address}, ${agent},
             case when ${factorAt === 'now'}::boolean then now()
                  else ${factorAt === 'now' ? null : factorAt}::timestamptz end${ownMerchant})`,
  );
}

/** Null when the session has ended. `factorAt` is null without a second factor. */
export async function lockSession(
  trx: Db,
  realm: Realm,
  sessionId: string,
): Promise<{ readonly factorAt: Date | null } | null> {
  const { sessions } = tables[realm];
  const [row] = await run<{ factorAt: Date | null }>(
    trx,
    `lock-one-of-${sessions}`,
    sql`select factor_at from ${raw(sessions)} where id = ${sessionId} for update`,
  );
  return row ?? null;
}

/** Records a confirmed second factor. */
export async function confirmSession(trx: Db, realm: Realm, sessionId: string): Promise<void> {
  const { sessions } = tables[realm];
  await run(
    trx,
    `confirm-one-of-${sessions}`,
    sql`update ${raw(sessions)} set factor_at = now() where id = ${sessionId}`,
  );
}

/** The secret is replaced. False when the session's user is not a member of the merchant. */
export async function switchMerchant(
  db: Db,
  sessionId: string,
  merchantId: string,
  hash: Buffer,
): Promise<boolean> {
  const rows = await run(
    db,
    'switch-merchant',
    sql`update sessions set merchant_id = memberships.merchant_id, hash = ${hash} from memberships
     where sessions.id = ${sessionId} and memberships.user_id = sessions.user_id
       and memberships.merchant_id = ${merchantId} returning 1`,
  );
  return rows.length > 0;
}

export interface OpenSession {
  readonly id: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

export async function listSessions(
  db: Db,
  realm: Realm,
  personId: string,
): Promise<readonly OpenSession[]> {
  const { sessions, person: column } = tables[realm];
  return run<OpenSession>(
    db,
    `list-${sessions}`,
    sql`select id, address, agent, created_at, seen_at
     from ${raw(sessions)} where ${raw(column)} = ${personId} and ${isLive(realm)}
       and ${isWhole(realm)}
     order by seen_at desc, id limit 50`,
  );
}

/** False when the person has no such session. */
export async function endSession(
  trx: Db,
  realm: Realm,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { sessions, person: column } = tables[realm];
  const ended = await run(
    trx,
    `end-one-of-${sessions}`,
    sql`delete from ${raw(sessions)}
     where ${raw(column)} = ${personId} and id = ${sessionId} returning 1`,
  );
  return ended.length > 0;
}

/** Ends all but `keptId`. Returns their number. */
export async function endSessions(
  trx: Db,
  realm: Realm,
  personId: string,
  keptId: string | null = null,
): Promise<number> {
  const { sessions, person: column } = tables[realm];
  const ended = await run(
    trx,
    `end-${sessions}`,
    sql`delete from ${raw(sessions)}
     where ${raw(column)} = ${personId} and id is distinct from ${keptId}::text returning 1`,
  );
  return ended.length;
}

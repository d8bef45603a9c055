import type { Role } from '../domain/role';
import type { Db } from './connect';
import { run } from './connect';
import type { Merchant } from './merchants';
import type { User } from './users';

/** After so long without a request a session is over; and after so long in any case. */
const IDLE = '12 hours';
const LIFE = '7 days';
/** How exactly it is known when a session was last used: each request would else write. */
const SEEN_EVERY = '1 minute';

const isLive = `sessions.seen_at > now() - interval '${IDLE}'
  and sessions.created_at > now() - interval '${LIFE}'`;

/** Somebody at work for a merchant. */
export interface Session {
  readonly id: string;
  readonly user: User;
  readonly merchant: Merchant;
  readonly role: Role;
}

interface SessionRow {
  id: string;
  user_id: string;
  email: string;
  name: string;
  language: User['language'];
  merchant_id: string;
  merchant_name: string;
  merchant_status: Merchant['status'];
  role: Role;
  stale: boolean;
}

/** Null when it is unknown or over, or when its person no longer works for its merchant. */
export async function findSession(db: Db, hash: Buffer): Promise<Session | null> {
  const [row] = await run<SessionRow>(
    db,
    'find-session',
    `select sessions.id, users.id as user_id, users.email, users.name, users.language,
            merchants.id as merchant_id, merchants.name as merchant_name,
            merchants.status as merchant_status, memberships.role,
            sessions.seen_at < now() - interval '${SEEN_EVERY}' as stale
     from sessions join users on users.id = sessions.user_id
     join merchants on merchants.id = sessions.merchant_id
     join memberships on memberships.merchant_id = sessions.merchant_id
       and memberships.user_id = sessions.user_id
     where sessions.hash = ? and ${isLive}`,
    [hash],
  );
  if (row === undefined) return null;
  if (row.stale) {
    await run(db, 'see-session', 'update sessions set seen_at = now() where hash = ?', [hash]);
  }
  const { user_id: userId, email, name, language } = row;
  return {
    id: row.id,
    user: { id: userId, email, name, language },
    merchant: { id: row.merchant_id, name: row.merchant_name, status: row.merchant_status },
    role: row.role,
  };
}

export interface NewSession {
  readonly hash: Buffer;
  readonly id: string;
  readonly userId: string;
  readonly merchantId: string;
  readonly address: string | null;
  readonly agent: string | null;
}

export async function insertSession(trx: Db, session: NewSession): Promise<void> {
  await trx('sessions').insert({
    hash: session.hash,
    id: session.id,
    user_id: session.userId,
    merchant_id: session.merchantId,
    address: session.address,
    agent: session.agent,
  });
}

/** Has a session go on for another merchant of the same person; false when it is none of theirs. */
export async function switchMerchant(
  db: Db,
  sessionId: string,
  merchantId: string,
): Promise<boolean> {
  const rows = await run(
    db,
    'switch-merchant',
    `update sessions set merchant_id = memberships.merchant_id from memberships
     where sessions.id = ? and memberships.user_id = sessions.user_id
       and memberships.merchant_id = ? returning 1`,
    [sessionId, merchantId],
  );
  return rows.length > 0;
}

/** What a person sees of the places where they are signed in. */
export interface OpenSession {
  readonly id: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

export async function listSessions(db: Db, userId: string): Promise<readonly OpenSession[]> {
  return run<OpenSession>(
    db,
    'list-sessions',
    `select id, address, agent, created_at as "createdAt", seen_at as "seenAt"
     from sessions where user_id = ? and ${isLive} order by seen_at desc, id limit 50`,
    [userId],
  );
}

/** False when the person has no such session. */
export async function endSession(trx: Db, userId: string, sessionId: string): Promise<boolean> {
  return (await trx('sessions').where({ user_id: userId, id: sessionId }).delete()) > 0;
}

/** Ends all of a person's sessions but one, or all. Returns how many. */
export async function endSessions(
  trx: Db,
  userId: string,
  exceptId: string | null,
): Promise<number> {
  const ended = trx('sessions').where('user_id', userId);
  return exceptId === null ? ended.delete() : ended.whereNot('id', exceptId).delete();
}

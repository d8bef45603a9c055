import type { Role } from '../../domain/role';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { Merchant } from './merchants';
import {
  endEverySession,
  endOneSession,
  isLive,
  isStale,
  listOpenSessions,
  seeSession,
} from './session-rows';
import type { OpenSession, SessionTable } from './session-rows';
import type { User } from './users';

const table: SessionTable = {
  table: 'sessions',
  owner: 'user_id',
  idle: '12 hours',
  life: '7 days',
};

/** Somebody at work for a merchant. */
export interface Session {
  readonly id: string;
  readonly user: User;
  readonly merchant: Merchant;
  readonly role: Role;
  /** Until when the merchant's payouts are held; null when they are not. */
  readonly payoutsHeldUntil: Date | null;
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
  payouts_held_until: Date | null;
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
            case when payouts_held_until > now() then payouts_held_until end
              as payouts_held_until,
            ${isStale(table)} as stale
     from sessions join users on users.id = sessions.user_id
     join merchants on merchants.id = sessions.merchant_id
     join balances on balances.merchant_id = sessions.merchant_id
     join memberships on memberships.merchant_id = sessions.merchant_id
       and memberships.user_id = sessions.user_id
     where sessions.hash = ? and ${isLive(table)}`,
    [hash],
  );
  if (row === undefined) return null;
  if (row.stale) await seeSession(db, table, hash);
  const { user_id: userId, email, name, language } = row;
  return {
    id: row.id,
    user: { id: userId, email, name, language },
    merchant: { id: row.merchant_id, name: row.merchant_name, status: row.merchant_status },
    role: row.role,
    payoutsHeldUntil: row.payouts_held_until,
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

export type { OpenSession };

export const listSessions = (db: Db, userId: string): Promise<readonly OpenSession[]> =>
  listOpenSessions(db, table, userId);

/** False when the person has no such session. */
export const endSession = (trx: Db, userId: string, sessionId: string): Promise<boolean> =>
  endOneSession(trx, table, userId, sessionId);

/** Ends all of a person's sessions. Returns how many. */
export const endSessions = (trx: Db, userId: string): Promise<number> =>
  endEverySession(trx, table, userId);

import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { Operator } from './operators';
import {
  endEverySession,
  endOneSession,
  isLive,
  isStale,
  listOpenSessions,
  seeSession,
} from './session-rows';
import type { OpenSession, SessionTable } from './session-rows';

/** Shorter than a merchant's: who forgets to sign out leaves money decisions behind. */
const table: SessionTable = {
  table: 'operator_sessions',
  owner: 'operator_id',
  idle: '1 hour',
  life: '12 hours',
};

/** Somebody at work in the console. */
export interface OperatorSession {
  readonly id: string;
  readonly operator: Operator;
  /** What waits for a decision; the counts stop at 100. */
  readonly openExceptions: number;
  readonly waitingMerchants: number;
}

/** Null when it is unknown or over, or its operator is no more. */
export async function findOperatorSession(db: Db, hash: Buffer): Promise<OperatorSession | null> {
  const [row] = await run<{
    id: string;
    operator: Operator;
    stale: boolean;
    openExceptions: number;
    waitingMerchants: number;
  }>(
    db,
    'find-operator-session',
    `select operator_sessions.id,
            json_build_object('id', operators.id, 'email', email, 'name', name,
                              'language', language, 'role', role) as operator,
            ${isStale(table)} as stale,
            (select count(*) from (select from exceptions where resolved_at is null limit 100)
               as waiting) as "openExceptions",
            (select count(*) from (select from merchants
               where status = 'disabled' and decided_at is null limit 100)
               as waiting) as "waitingMerchants"
     from operator_sessions join operators on operators.id = operator_sessions.operator_id
     where operator_sessions.hash = ? and removed_at is null and ${isLive(table)}`,
    [hash],
  );
  if (row === undefined) return null;
  const { stale, ...session } = row;
  if (stale) await seeSession(db, table, hash);
  return session;
}

export async function insertOperatorSession(
  trx: Db,
  session: {
    readonly hash: Buffer;
    readonly id: string;
    readonly operatorId: string;
    readonly address: string | null;
    readonly agent: string | null;
  },
): Promise<void> {
  const { hash, id, operatorId, address, agent } = session;
  await trx('operator_sessions').insert({ hash, id, operator_id: operatorId, address, agent });
}

export const listOperatorSessions = (db: Db, operatorId: string): Promise<readonly OpenSession[]> =>
  listOpenSessions(db, table, operatorId);

/** False when the operator has no such session. */
export const endOperatorSession = (
  trx: Db,
  operatorId: string,
  sessionId: string,
): Promise<boolean> => endOneSession(trx, table, operatorId, sessionId);

/** Ends all of an operator's sessions. Returns how many. */
export const endOperatorSessions = (trx: Db, operatorId: string): Promise<number> =>
  endEverySession(trx, table, operatorId);

import type { Db } from '../../db/postgres/connect';
import * as sessions from '../../db/accounts/operator-sessions';
import type { OperatorSession } from '../../db/accounts/operator-sessions';
import { findOperatorByEmail } from '../../db/accounts/operators';
import type { OpenSession } from '../../db/accounts/session-rows';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import { hashOfSentToken, newToken } from '../../lib/secret-token';
import { keptAgent } from './begin-session';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import { attemptFrom, countPassword, forgivePassword } from './limit-attempts';
import { isPassword } from './passwords';
import { OPERATORS, recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { announceSignIn, forgetOtherPlaces } from './sign-in-places';

export type { OperatorSession };

/** The audit context of an operator who is signed in. */
export const operatorContext = (id: string, address: string | null): AuditContext => ({
  actor: { kind: 'operator', id, address },
  scope: OPERATORS,
});

/** The session that a secret belongs to. Throws Problem `signed_out` when there is none. */
export async function findOperatorSession(
  deps: Pick<Deps, 'db'>,
  token: string | null,
): Promise<OperatorSession> {
  const hash = token === null ? null : hashOfSentToken(token);
  const session = hash === null ? null : await sessions.findOperatorSession(deps.db, hash);
  if (session === null) throw new Problem('signed_out');
  return session;
}

/** A new session, always under a new secret, which is returned here and never again. */
export async function beginOperatorSession(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  operatorId: string,
  { address, agent }: ClientInfo,
): Promise<string> {
  const { token, hash } = newToken();
  const id = newId('ses_');
  const cut = keptAgent(agent);
  await sessions.insertOperatorSession(trx, { hash, id, operatorId, address, agent: cut });
  const audit = operatorContext(operatorId, address);
  await recordAuditEvent(deps, trx, audit, 'session.begun', { subject: id });
  return token;
}

/**
 * Begins a session for an operator who knows the password, and returns its secret. An unknown
 * address and a wrong password are one answer, after one time. Throws Problem `wrong_credentials`,
 * `rate_limit_exceeded` or `unavailable`.
 */
export async function signInOperator(
  deps: Deps,
  { email, password }: { readonly email: string; readonly password: string },
  whereabouts: ClientInfo,
): Promise<string> {
  const attempt = { ...attemptFrom(whereabouts, email), of: 'operator' } as const;
  const operator = await findOperatorByEmail(deps.db, email);
  const countedBy = await countPassword(deps, attempt, operator?.id ?? null);
  const isRight = await isPassword(deps, operator?.passwordHash ?? null, password);
  if (operator === null || !isRight) throw new Problem('wrong_credentials');
  await forgivePassword(deps, attempt, countedBy);
  return deps.db.transaction(async (trx) => {
    await announceSignIn(trx, operator, 'console', whereabouts);
    return beginOperatorSession(deps, trx, operator.id, whereabouts);
  });
}

/** The places where an operator is signed in. */
export const listOperatorSessions = (
  deps: Pick<Deps, 'db'>,
  { operator }: OperatorSession,
): Promise<readonly OpenSession[]> => sessions.listOperatorSessions(deps.db, operator.id);

/** Ends one of an operator's own sessions. Throws Problem `session_not_found`. */
export async function endOperatorSession(
  deps: Deps,
  audit: AuditContext,
  { operator }: OperatorSession,
  sessionId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const ended = await sessions.endOperatorSession(trx, operator.id, sessionId);
    if (!ended) throw new Problem('session_not_found');
    await recordAuditEvent(deps, trx, audit, 'session.ended', { subject: sessionId });
  });
}

/** Ends every session of an operator, this one too. */
export async function endAllOperatorSessions(
  deps: Deps,
  audit: AuditContext,
  { operator }: OperatorSession,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const count = await sessions.endOperatorSessions(trx, operator.id);
    await forgetOtherPlaces(trx, operator.id, null);
    const what = { subject: operator.id, detail: { count } };
    await recordAuditEvent(deps, trx, audit, 'session.all_ended', what);
  });
}

import type { Db } from '../../db/postgres/connect';
import { listMemberships } from '../../db/accounts/memberships';
import { findPersonByEmail } from '../../db/accounts/people';
import * as sessions from '../../db/accounts/sessions';
import type {
  MerchantSession,
  OpenSession,
  OperatorSession,
  Session,
  SessionIn,
} from '../../db/accounts/sessions';
import { Problem } from '../../domain/problem';
import { realms } from '../../domain/realm';
import type { Realm } from '../../domain/realm';
import { newId } from '../../lib/new-id';
import { hashOfSentToken, newToken } from '../../lib/secret-token';
import type { Deps } from '../deps';
import { countPassword, forgivePassword } from './limit-attempts';
import { isPassword } from './passwords';
import { OPERATORS, recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { announceSignIn, forgetOtherPlaces, keptAgent } from './sign-in-places';
import type { ClientInfo } from './sign-in-places';

export type { MerchantSession, OpenSession, OperatorSession, Session, SessionIn };

/** A person, and the merchant they sign in for; null for an operator. */
export interface Seat {
  readonly realm: Realm;
  readonly personId: string;
  readonly merchantId: string | null;
}

export const seatOf = (session: Session): Seat => ({
  realm: session.realm,
  personId: session.person.id,
  merchantId: session.realm === 'merchant' ? session.merchant.id : null,
});

/** The audit context of a person. */
export const auditContextOf = (
  { realm, personId, merchantId }: Seat,
  address: string | null,
): AuditContext => ({
  actor: { kind: realms[realm].actor, id: personId, address },
  scope: merchantId ?? OPERATORS,
});

/** The session that a secret belongs to. Throws Problem `signed_out`. */
export async function findSession<R extends Realm>(
  deps: Pick<Deps, 'db'>,
  realm: R,
  token: string | null,
): Promise<SessionIn[R]> {
  const hash = token === null ? null : hashOfSentToken(token);
  const session = hash === null ? null : await sessions.findSession(deps.db, realm, hash);
  if (session === null) throw new Problem('signed_out');
  return session;
}

/** Starts a session. Its secret is new and returned only here. */
export async function beginSession(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  seat: Seat,
  { address, agent }: ClientInfo,
): Promise<string> {
  const { token, hash } = newToken();
  const id = newId('ses_');
  const { realm, personId, merchantId } = seat;
  const from = { address, agent: keptAgent(agent) };
  await sessions.insertSession(trx, realm, { hash, id, personId, merchantId, ...from });
  const audit = auditContextOf(seat, address);
  await recordAuditEvent(deps, trx, audit, 'session.begun', { subject: id });
  return token;
}

/**
 * Starts a session for a correct password and returns its secret. An unknown address, a wrong
 * password and a user without a merchant get the same answer after the same time. Throws Problem
 * `wrong_credentials`, `rate_limit_exceeded` or `unavailable`.
 */
export async function signIn(
  deps: Deps,
  realm: Realm,
  { email, password }: { readonly email: string; readonly password: string },
  client: ClientInfo,
): Promise<string> {
  const attempt = { realm, email, ...client };
  const person = await findPersonByEmail(deps.db, realm, email);
  const countedBy = await countPassword(deps, attempt, person?.id ?? null);
  const isCorrect = await isPassword(deps, person?.passwordHash ?? null, password);
  if (person === null || !isCorrect) throw new Problem('wrong_credentials');
  const [membership] = realm === 'merchant' ? await listMemberships(deps.db, person.id) : [];
  if (realm === 'merchant' && membership === undefined) throw new Problem('wrong_credentials');
  await forgivePassword(deps, attempt, countedBy);
  const seat = { realm, personId: person.id, merchantId: membership?.merchantId ?? null };
  return deps.db.transaction(async (trx) => {
    await announceSignIn(trx, realm, person, client);
    return beginSession(deps, trx, seat, client);
  });
}

/** The open sessions of a session's person. */
export const listSessions = (
  { db }: Pick<Deps, 'db'>,
  { realm, person }: Session,
): Promise<readonly OpenSession[]> => sessions.listSessions(db, realm, person.id);

/** Ends one of the person's own sessions. Throws Problem `session_not_found`. */
export async function endSession(
  deps: Deps,
  audit: AuditContext,
  { realm, person }: Session,
  sessionId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const ended = await sessions.endSession(trx, realm, person.id, sessionId);
    if (!ended) throw new Problem('session_not_found');
    await recordAuditEvent(deps, trx, audit, 'session.ended', { subject: sessionId });
  });
}

/** Ends every session of the person, including this one, and makes all their devices unknown. */
export async function endAllSessions(
  deps: Deps,
  audit: AuditContext,
  { realm, person: { id } }: Session,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const count = await sessions.endSessions(trx, realm, id);
    await forgetOtherPlaces(trx, id, null);
    const what = { subject: id, detail: { count } };
    await recordAuditEvent(deps, trx, audit, 'session.all_ended', what);
  });
}

export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** The merchants between which a session can switch; none for an operator. */
export const listOwnMerchants = async (
  { db }: Pick<Deps, 'db'>,
  { realm, person }: Session,
): Promise<readonly Membership[]> => (realm === 'merchant' ? listMemberships(db, person.id) : []);

/**
 * Switches a session to another merchant of its user. Throws Problem `merchant_not_found`. Changes
 * the session alone, so it is not recorded.
 */
export async function switchMerchant(
  { db }: Pick<Deps, 'db'>,
  session: MerchantSession,
  merchantId: string,
): Promise<void> {
  const switched = await sessions.switchMerchant(db, session.id, merchantId);
  if (!switched) throw new Problem('merchant_not_found');
}

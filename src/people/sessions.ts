import type { Db } from '../platform/postgres/connect';
import { endHalfSessions } from './store/half-sessions';
import { listMemberships } from './store/memberships';
import * as sessions from './store/sessions';
import { Problem } from '../kernel/rules/problem';
import { realms, type Realm } from '../kernel/rules/realm';
import { needsFactorToSignIn, type ConfirmedBy } from './rules/second-factor';
import { newId } from '../platform/new-id';
import { hashOfSentToken, newToken } from '../platform/crypto/secret-token';
import type { Deps } from '../deps';
import { OPERATORS, recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { forgetOtherPlaces, keptAgent, type ClientInfo } from './sign-in-places';

export type {
  MerchantSession,
  OpenSession,
  OperatorSession,
  Session,
  SessionIn,
} from './store/sessions';

/** `merchantId` is null for an operator. */
export interface Seat {
  readonly realm: Realm;
  readonly personId: string;
  readonly merchantId: string | null;
}

export const seatOf = (session: sessions.Session): Seat => ({
  realm: session.realm,
  personId: session.person.id,
  merchantId: session.realm === 'merchant' ? session.merchant.id : null,
});

export const auditContextOf = (
  { realm, personId, merchantId }: Seat,
  address: string | null,
): AuditContext => ({
  actor: { kind: realms[realm].actor, id: personId, address },
  scope: merchantId ?? OPERATORS,
});

/**
 * Throws Problem `signed_out`, also in live mode for an operator, an owner or an approver without a
 * second factor.
 */
export async function findSession<R extends Realm>(
  deps: Pick<Deps, 'db' | 'vault' | 'config'>,
  realm: R,
  token: string | null,
): Promise<sessions.SessionIn[R]> {
  const hash = token === null ? null : hashOfSentToken(token);
  const session =
    hash === null ? null : await sessions.findSession(deps.db, deps.vault, realm, hash);
  if (session === null) throw new Problem('signed_out');
  if (session.factor === 'none' && needsFactorToSignIn(session, deps.config.mode)) {
    throw new Problem('signed_out');
  }
  return session;
}

/**
 * `factorAt` is by default now with a confirmed second factor, else null. Returns the session's
 * secret, which is stored as a hash.
 */
export async function beginSession(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  seat: Seat,
  { address, agent }: ClientInfo,
  confirmedBy: ConfirmedBy | null = null,
  factorAt: Date | 'now' | null = confirmedBy === null ? null : 'now',
): Promise<string> {
  const { token, hash } = newToken();
  const id = newId('ses_');
  const { realm, personId, merchantId } = seat;
  const from = { address, agent: keptAgent(agent) };
  await sessions.insertSession(trx, realm, {
    hash,
    id,
    personId,
    merchantId,
    ...from,
    factorAt,
  });
  const audit = auditContextOf(seat, address);
  const detail = confirmedBy === null ? {} : { confirmedBy };
  await recordAuditEvent(deps, trx, audit, 'session.begun', { subject: id, detail });
  return token;
}

export const listSessions = (
  { db }: Pick<Deps, 'db'>,
  { realm, person }: sessions.Session,
): Promise<readonly sessions.OpenSession[]> => sessions.listSessions(db, realm, person.id);

/** Ends one of the person's own sessions only. Throws Problem `session_not_found`. */
export async function endSession(
  deps: Deps,
  audit: AuditContext,
  { realm, person }: sessions.Session,
  sessionId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const ended = await sessions.endSession(trx, realm, person.id, sessionId);
    if (!ended) throw new Problem('session_not_found');
    await recordAuditEvent(deps, trx, audit, 'session.ended', { subject: sessionId });
  });
}

/** Also makes all devices but the client's unknown. */
export async function endOtherSessions(
  deps: Deps,
  audit: AuditContext,
  { realm, person, id }: sessions.Session,
  client: ClientInfo,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const count = await sessions.endSessions(trx, realm, person.id, id);
    await endHalfSessions(trx, person.id);
    await forgetOtherPlaces(trx, person.id, client);
    const what = { subject: person.id, detail: { count } };
    await recordAuditEvent(deps, trx, audit, 'session.all_ended', what);
  });
}

export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** Empty for an operator. */
export const listOwnMerchants = async (
  { db }: Pick<Deps, 'db'>,
  { realm, person }: sessions.Session,
): Promise<readonly Membership[]> => (realm === 'merchant' ? listMemberships(db, person.id) : []);

/**
 * Returns the session's new secret: the forms of pages of the former merchant become invalid with
 * the former one. Throws Problem `merchant_not_found`. Changes the session alone, so it is not
 * recorded.
 */
export async function switchMerchant(
  { db }: Pick<Deps, 'db'>,
  session: sessions.MerchantSession,
  merchantId: string,
): Promise<string> {
  const { token, hash } = newToken();
  const switched = await sessions.switchMerchant(db, session.id, merchantId, hash);
  if (!switched) throw new Problem('merchant_not_found');
  return token;
}

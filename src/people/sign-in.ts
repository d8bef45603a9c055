import type { Db } from '../platform/postgres/connect';
import { listFactors } from './store/factors';
import * as halves from './store/half-sessions';
import { listMemberships } from './store/memberships';
import { findPerson, findPersonByEmail, lockPasswordHash } from './store/people';
import { Problem } from '../kernel/rules/problem';
import type { Realm } from '../kernel/rules/realm';
import { needsFactorToSignIn, type ConfirmedBy } from './rules/second-factor';
import { newId } from '../platform/new-id';
import { hashOfSentToken, newToken } from '../platform/crypto/secret-token';
import type { Deps } from '../deps';
import { confirmFactor, type Proof } from './confirm-factor';
import { insertOwnFactor, verifyEnrolment, type Enrolling } from './enrol-factor';
import { countPassword, resetPasswordCounters } from './limit-attempts';
import { isPassword, keepPassword } from './passwords';
import { auditContextOf, beginSession, type Seat } from './sessions';
import { announceSignIn, type ClientInfo } from './sign-in-places';

export type { HalfSession } from './store/half-sessions';

/** `token` is the secret of a session, or of a half-session. */
export interface Admission {
  readonly token: string;
  /** The second factor is yet to be confirmed or added. */
  readonly isHalf: boolean;
}

/**
 * An unknown address, a wrong password and a user without a merchant get the same answer after the
 * same time. Throws Problem `wrong_credentials`, `rate_limit_exceeded` or `unavailable`.
 */
export async function signIn(
  deps: Deps,
  realm: Realm,
  { email, password }: { readonly email: string; readonly password: string },
  client: ClientInfo,
): Promise<Admission> {
  const attempt = { realm, email, ...client };
  const person = await findPersonByEmail(deps.db, deps.vault, realm, email);
  const countedBy = await countPassword(deps, attempt, person?.id ?? null);
  const isCorrect = await isPassword(deps, person?.passwordHash ?? null, password);
  if (person === null || !isCorrect) throw new Problem('wrong_credentials');
  const [membership] = realm === 'merchant' ? await listMemberships(deps.db, person.id) : [];
  if (realm === 'merchant' && membership === undefined) throw new Problem('wrong_credentials');
  const seat = { realm, personId: person.id, merchantId: membership?.merchantId ?? null };
  const admission = await deps.db.transaction(async (trx) => {
    await keepPassword(trx, realm, person);
    return admit(deps, trx, seat, client);
  });
  // The password does not reset the counters of guessed codes.
  if (!admission.isHalf) await resetPasswordCounters(deps, attempt, countedBy);
  return admission;
}

/**
 * For a person whose password or link is verified; begins a half-session where a second factor is
 * needed. The transaction has locked the password, so that a change of it also ends this session.
 */
export async function admit(
  deps: Pick<Deps, 'config' | 'vault'>,
  trx: Db,
  seat: Seat,
  client: ClientInfo,
): Promise<Admission> {
  const { personId, merchantId } = seat;
  const factors = await listFactors(trx, personId);
  if (factors.length === 0 && !(await needsFactor(deps, trx, seat))) {
    return { token: await enter(deps, trx, seat, client, null), isHalf: false };
  }
  const { token, hash } = newToken();
  const half = { hash, id: newId('half_'), accountId: personId, merchantId };
  await halves.insertHalfSession(trx, half);
  return { token, isHalf: true };
}

async function needsFactor(
  { config: { mode } }: Pick<Deps, 'config'>,
  trx: Db,
  { realm, personId }: Seat,
): Promise<boolean> {
  // The role of an operator does not matter.
  if (realm === 'operator') return needsFactorToSignIn({ realm, role: 'viewer' }, mode);
  const memberships = await listMemberships(trx, personId);
  return memberships.some(({ role }) => needsFactorToSignIn({ realm, role }, mode));
}

async function enter(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  seat: Seat,
  client: ClientInfo,
  confirmedBy: ConfirmedBy | null,
): Promise<string> {
  const person = await findPerson(trx, deps.vault, seat.realm, seat.personId);
  if (person === null) throw new Problem('signed_out');
  await announceSignIn(deps, trx, seat.realm, person, client);
  return beginSession(deps, trx, seat, client, confirmedBy);
}

/** Throws Problem `signed_out`. */
export async function findHalfSession(
  deps: Pick<Deps, 'db' | 'vault'>,
  realm: Realm,
  token: string | null,
): Promise<halves.HalfSession> {
  const hash = token === null ? null : hashOfSentToken(token);
  const half =
    hash === null ? null : await halves.findHalfSession(deps.db, deps.vault, realm, hash);
  if (half === null) throw new Problem('signed_out');
  return half;
}

const seatIn = (realm: Realm, { person, merchantId }: halves.HalfSession): Seat => ({
  realm,
  personId: person.id,
  merchantId,
});

/**
 * Returns the secret of the session. Throws Problem `wrong_factor`, `code_used`,
 * `rate_limit_exceeded` or `signed_out`.
 */
export async function confirmSignIn(
  deps: Deps,
  realm: Realm,
  half: halves.HalfSession,
  proof: Proof,
  client: ClientInfo,
): Promise<string> {
  const claimant = { ...seatIn(realm, half), person: half.person, sessionId: half.id };
  return confirmFactor(deps, claimant, proof, client, async (trx, { by }) => {
    if (!(await halves.endHalfSession(trx, half.id))) throw new Problem('signed_out');
    return enter(deps, trx, seatIn(realm, half), client, by);
  });
}

/**
 * Returns the secret of the session, with the recovery codes. Throws Problem `wrong_factor` or
 * `signed_out`. The half-session remains, so that the form can be sent again: a browser shows only
 * the last answer, which has new codes.
 */
export async function enrolAtSignIn(
  deps: Deps,
  realm: Realm,
  half: halves.HalfSession,
  enrolling: Enrolling,
  client: ClientInfo,
): Promise<{ readonly token: string; readonly codes: readonly string[] }> {
  const seat = seatIn(realm, half);
  const claimant = { ...seat, person: half.person, sessionId: half.id };
  const factor = await verifyEnrolment(deps, claimant, enrolling, client);
  const audit = auditContextOf(seat, client.address);
  return deps.db.transaction(async (trx) => {
    // A change of the password that commits first has ended this session; a later one waits
    // for the transaction and ends it then.
    await lockPasswordHash(trx, realm, half.person.id, 'share');
    const codes = await insertOwnFactor(deps, trx, audit, claimant, factor, client);
    // Not the first: somebody else with the password has added one meanwhile.
    if (codes === null) throw new Problem('signed_out');
    if (!(await halves.lockHalfSession(trx, half.id))) throw new Problem('signed_out');
    return { token: await enter(deps, trx, seat, client, factor.kind), codes };
  });
}

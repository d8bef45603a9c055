import * as factors from './store/factors';
import { findPasswordHashes } from './store/people';
import { Problem } from '../kernel/rules/problem';
import { needsFactorToSignIn } from './rules/second-factor';
import type { Deps } from '../deps';
import { claimantOf } from './confirm-factor';
import { noticeFactor, storeRecoveryCodes } from './enrol-factor';
import { verifyPassword } from './passwords';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Session } from './sessions';
import type { ClientInfo } from './sign-in-places';

export type { Factor } from './store/factors';

export interface OwnFactors {
  readonly factors: readonly factors.Factor[];
  readonly codesLeft: number;
}

export async function findOwnFactors(
  { db }: Pick<Deps, 'db'>,
  { person }: Session,
): Promise<OwnFactors> {
  const [own, codesLeft] = await Promise.all([
    factors.listFactors(db, person.id),
    factors.countRecoveryCodes(db, person.id),
  ]);
  return { factors: own, codesLeft };
}

/**
 * The person proves the password before the first authenticator, so that a stolen session adds
 * none, and before the removal of one, so that a stolen device removes none.
 * Throws Problem `wrong_credentials` or `rate_limit_exceeded`.
 */
export async function demandPassword(
  deps: Deps,
  { realm, person: { id, email } }: Session,
  password: string,
  client: ClientInfo,
): Promise<void> {
  const [passwordHash = null] = await findPasswordHashes(deps.db, deps.vault, realm, email);
  const attempt = { realm, email, ...client };
  const given = { text: password, param: 'password' };
  await verifyPassword(deps, attempt, { id, passwordHash }, given);
}

/** Throws Problem `factor_not_found`. */
export async function renameFactor(
  deps: Deps,
  audit: AuditContext,
  { person }: Session,
  factorId: string,
  name: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const renamed = await factors.renameFactor(trx, person.id, factorId, name);
    if (!renamed) throw new Problem('factor_not_found');
    const what = { subject: factorId, detail: { name } };
    await recordAuditEvent(deps, trx, audit, 'factor.renamed', what);
  });
}

/**
 * Removes the recovery codes with the last authenticator. Throws Problem `factor_not_found`, or
 * `last_factor` for a person who needs one to sign in.
 */
export async function removeFactor(
  deps: Deps,
  audit: AuditContext,
  session: Session,
  factorId: string,
): Promise<void> {
  const { person } = session;
  await deps.db.transaction(async (trx) => {
    await factors.lockFactors(trx, person.id);
    const own = await factors.listFactors(trx, person.id);
    const removed = own.find(({ id }) => id === factorId);
    if (removed === undefined) throw new Problem('factor_not_found');
    const isLast = own.length === 1;
    if (isLast && needsFactorToSignIn(session, deps.config.mode)) throw new Problem('last_factor');
    if (isLast) await factors.deleteFactors(trx, person.id);
    else await factors.deleteFactor(trx, factorId);
    const { kind, name } = removed;
    const what = { subject: factorId, detail: { kind, name } };
    await recordAuditEvent(deps, trx, audit, 'factor.removed', what);
    await noticeFactor(deps, trx, audit, claimantOf(session), 'removed', name);
  });
}

/** Throws Problem `state_conflict` without an authenticator. */
export async function makeRecoveryCodes(
  deps: Deps,
  audit: AuditContext,
  session: Session,
): Promise<readonly string[]> {
  const claimant = claimantOf(session);
  return deps.db.transaction(async (trx) => {
    await factors.lockFactors(trx, claimant.personId);
    const own = await factors.listFactors(trx, claimant.personId);
    if (own.length === 0) throw new Problem('state_conflict');
    await noticeFactor(deps, trx, audit, claimant, 'codes_made', null);
    return storeRecoveryCodes(deps, trx, audit, claimant);
  });
}

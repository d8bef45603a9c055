import type { Db } from '../platform/postgres/connect';
import { deleteFactors, lockFactors } from './store/factors';
import { endHalfSessions } from './store/half-sessions';
import { listMembers, listMemberships } from './store/memberships';
import { findPersonByEmail, type Person } from './store/people';
import { endSessions } from './store/sessions';
import { holdPayouts } from '../ledger/store/balances';
import { Problem } from '../kernel/rules/problem';
import { realms, type Realm, type Team } from '../kernel/rules/realm';
import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { notifyOwners, enqueueNotice } from './send-mail';
import { forgetOtherPlaces } from './sign-in-places';

type Doing = Pick<Deps, 'db' | 'vault'>;

/**
 * Also removes the recovery codes, ends the sessions and notifies the person. Throws Problem
 * `state_conflict` when there is no authenticator.
 */
async function reset(
  deps: Doing,
  trx: Db,
  realm: Realm,
  person: Pick<Person, 'id' | 'email' | 'language'>,
  payoutsHeld: boolean,
): Promise<void> {
  await lockFactors(trx, person.id);
  if ((await deleteFactors(trx, person.id)) === 0) {
    throw new Problem('state_conflict', { message: 'The person has no second factor.' });
  }
  await endSessions(trx, realm, person.id);
  await endHalfSessions(trx, person.id);
  await forgetOtherPlaces(trx, person.id, null);
  await enqueueNotice(deps, trx, person, {
    kind: 'factors_reset',
    site: realms[realm].site,
    payoutsHeld,
  });
}

/**
 * An operator has to reset a person who is also a member of another merchant. Throws Problem
 * `member_not_found`, `not_permitted` for the actor's own, `member_elsewhere` or `state_conflict`.
 */
export async function resetMemberFactors(
  deps: Doing,
  audit: AuditContext,
  team: Team,
  personId: string,
): Promise<void> {
  if (personId === audit.actor.id) throw new Problem('not_permitted');
  await deps.db.transaction(async (trx) => {
    const member = (await listMembers(trx, deps.vault, team)).find(({ id }) => id === personId);
    if (member === undefined) throw new Problem('member_not_found');
    if (team.realm === 'merchant' && (await listMemberships(trx, personId)).length > 1) {
      throw new Problem('member_elsewhere');
    }
    await reset(deps, trx, team.realm, member, false);
    await recordAuditEvent(deps, trx, audit, 'factor.reset', { subject: personId });
  });
}

/**
 * For operators. The payouts of each merchant of the user are held for 24 hours, and its other
 * owners get a mail (decision 26). Throws Problem `member_not_found` or `state_conflict`.
 */
export async function resetUserFactors(
  deps: Doing,
  audit: AuditContext,
  email: string,
): Promise<void> {
  const user = await findPersonByEmail(deps.db, deps.vault, 'merchant', email);
  if (user === null) throw new Problem('member_not_found');
  const { id: subject, name } = user;
  await deps.db.transaction(async (trx) => {
    await reset(deps, trx, 'merchant', user, true);
    await recordAuditEvent(deps, trx, audit, 'factor.reset', { subject });
    const detail = { payoutsHeld: true };
    for (const { merchantId, merchantName } of await listMemberships(trx, subject)) {
      await holdPayouts(trx, merchantId);
      const own = { ...audit, scope: merchantId };
      await recordAuditEvent(deps, trx, own, 'factor.reset', { subject, detail });
      const notice = { kind: 'member_factors_reset', merchantName, name, email } as const;
      await notifyOwners(deps, trx, merchantId, notice, subject);
    }
  });
}

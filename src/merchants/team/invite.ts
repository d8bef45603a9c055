import {
  endInvitation,
  findInvitation,
  insertInvitation,
  type EndedInvitation,
  type Invitation,
  type NewInvitation,
} from '../../people/store/invitations';
import { listMembers, lockRole, type Member } from '../../people/store/memberships';
import { findMerchant } from '../../kernel/merchants/store';
import { emailKeyOf } from '../../people/store/people-form';
import type { Language } from '../../people/store/people';
import type { Db } from '../../platform/postgres/connect';
import { orProblem, Problem } from '../../kernel/rules/problem';
import { operatorTeam, realms, type Realm, type RoleIn, type Team } from '../../kernel/rules/realm';
import { newId } from '../../platform/new-id';
import { newToken } from '../../platform/crypto/secret-token';
import type { Deps } from '../../deps';
import { countMail } from '../../people/limit-attempts';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import { notifyOwners, enqueueInvitationMail } from '../../people/send-mail';

const SIGN_UP_HOURS = 2 * 24;
/** Short, because the link is shown in a terminal, where others may see it. */
const SHOWN_HOURS = 1;

export interface SignUp {
  readonly merchantName: string;
  readonly email: string;
  readonly language: Language;
  readonly address: string | null;
}

/**
 * Sends a sign-up mail. Its link creates the merchant, and the account if the address has none.
 * Throws Problem `rate_limit_exceeded`.
 */
export async function signUp(deps: Deps, request: SignUp): Promise<void> {
  const { merchantName, email, language } = request;
  await countMail(deps, request);
  const id = newId('inv_');
  const invitation = { id, email, role: 'owner', invitedBy: null, hours: SIGN_UP_HOURS } as const;
  const messages = await deps.db.transaction(async (trx) => {
    await insertInvitation(trx, deps.vault, { merchantName }, invitation);
    return enqueueInvitationMail(deps, trx, 'merchant', { id, email, language });
  });
  deps.outbox.enqueue(messages);
}

interface Invited {
  readonly email: string;
  readonly role: RoleIn[Realm];
  readonly language: Language;
}

type Inviting = Pick<Deps, 'db' | 'outbox' | 'vault'>;

/**
 * Throws Problem `member_already`, `rate_limit_exceeded`, or `not_permitted` when the inviting
 * member has been removed meanwhile.
 */
export async function inviteMember(
  deps: Inviting,
  audit: AuditContext,
  team: Team,
  invited: Invited,
): Promise<void> {
  await demandNonMember(deps, team, invited.email);
  await mailInvitation(deps, audit, team, { ...invited, personId: null });
}

/** Returns the members. Throws Problem `member_already`. */
async function demandNonMember<R extends Realm>(
  deps: Pick<Deps, 'db' | 'vault'>,
  team: Team<R>,
  email: string,
): Promise<readonly Member<R>[]> {
  const members = await listMembers(deps.db, deps.vault, team);
  if (members.some((member) => emailKeyOf(member.email) === emailKeyOf(email))) {
    throw new Problem('member_already', { param: 'email' });
  }
  return members;
}

/**
 * The current password stays valid until the link is used. Throws Problem `member_not_found`,
 * `rate_limit_exceeded`, or `not_permitted` when the acting operator has been removed meanwhile.
 */
export async function mailNewPassword(
  deps: Inviting,
  audit: AuditContext,
  operatorId: string,
): Promise<void> {
  const operator = (await listMembers(deps.db, deps.vault, operatorTeam)).find(
    ({ id }) => id === operatorId,
  );
  if (operator === undefined) throw new Problem('member_not_found');
  await mailInvitation(deps, audit, operatorTeam, { ...operator, personId: operatorId });
}

async function mailInvitation(
  deps: Inviting,
  audit: AuditContext,
  team: Team,
  { email, role, language, personId }: Invited & { readonly personId: string | null },
): Promise<void> {
  const { realm } = team;
  await countMail(deps, { email, address: audit.actor.address });
  const { invitationId, invitationHours: hours } = realms[realm];
  const id = newId(invitationId);
  const invitedBy = audit.actor.id;
  const messages = await deps.db.transaction(async (trx) => {
    // A removal of the member ends the links that they made. This waits for a removal that has
    // begun.
    const isMember = (await lockRole(trx, team, invitedBy)) !== null;
    if (!isMember) throw new Problem('not_permitted');
    await insert(deps, trx, audit, team, { id, email, role, personId, invitedBy, hours });
    return enqueueInvitationMail(deps, trx, realm, { id, email, language });
  });
  deps.outbox.enqueue(messages);
}

async function insert(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  team: Team,
  invitation: NewInvitation,
): Promise<void> {
  const { id, email, role, personId } = invitation;
  await insertInvitation(trx, deps.vault, team, invitation);
  const what = { subject: personId ?? id, detail: { email, role } };
  await recordAuditEvent(deps, trx, audit, realms[team.realm].events.invited, what);
}

/**
 * Returns the link's secret, for the CLI, whose user has access to the database anyway. A link for
 * the address of an existing operator sets a new password.
 */
export async function issueOperatorLink(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { email, role }: { readonly email: string; readonly role: RoleIn['operator'] },
): Promise<{ readonly token: string; readonly isNew: boolean; readonly hours: number }> {
  const operators = await listMembers(deps.db, deps.vault, operatorTeam);
  const known = operators.find((each) => emailKeyOf(each.email) === emailKeyOf(email));
  const { token, hash } = newToken();
  const invitation: NewInvitation = {
    id: newId('opl_'),
    email: known?.email ?? email,
    role: known?.role ?? role,
    personId: known?.id ?? null,
    invitedBy: null,
    hash,
    hours: SHOWN_HOURS,
  };
  await deps.db.transaction((trx) => insert(deps, trx, audit, operatorTeam, invitation));
  return { token, isNew: known === undefined, hours: SHOWN_HOURS };
}

/**
 * For an operator, who must be an admin if the merchant already has an owner; the owners are then
 * notified by mail. Throws Problem `merchant_not_found`, `member_already` or `not_permitted`.
 */
export async function inviteOwner(
  deps: Pick<Deps, 'db' | 'vault'> & { readonly outbox?: Deps['outbox'] },
  audit: AuditContext,
  merchantId: string,
  {
    email,
    language,
    isAdmin,
  }: { readonly email: string; readonly language: Language; readonly isAdmin: boolean },
): Promise<void> {
  const merchant = orProblem(await findMerchant(deps.db, merchantId), 'merchant_not_found');
  const team = { realm: 'merchant', merchantId } as const;
  const members = await demandNonMember(deps, team, email);
  if (members.some(({ role }) => role === 'owner') && !isAdmin) throw new Problem('not_permitted');
  const id = newId('inv_');
  const { invitationHours: hours } = realms.merchant;
  const messages = await deps.db.transaction(async (trx) => {
    await insertInvitation(trx, deps.vault, team, {
      id,
      email,
      role: 'owner',
      invitedBy: null,
      operatorId: audit.actor.kind === 'operator' ? audit.actor.id : null,
      hours,
    });
    const detail = { email, role: 'owner' };
    await recordAuditEvent(deps, trx, audit, 'member.invited', {
      subject: id,
      detail: { ...detail, merchantId },
      merchant: { id: merchantId, detail },
    });
    const { name: merchantName } = merchant;
    await notifyOwners(deps, trx, merchantId, { kind: 'owner_invited', merchantName, email });
    return enqueueInvitationMail(deps, trx, 'merchant', { id, email, language });
  });
  // A command has no relay: an API process or a worker finds the message in the outbox.
  deps.outbox?.enqueue(messages);
}

/** Throws Problem `invitation_not_found`, also for an invitation of another merchant. */
async function findOwn<R extends Realm>(
  deps: Pick<Deps, 'db' | 'vault'>,
  { realm, merchantId }: Team<R>,
  id: string,
): Promise<Invitation<R>> {
  const invitation = await findInvitation(deps.db, deps.vault, realm, id);
  if (invitation === null || invitation.merchantId !== merchantId) {
    throw new Problem('invitation_not_found');
  }
  return invitation;
}

/** Throws Problem `invitation_not_found` or `rate_limit_exceeded`. */
export async function inviteAgain(
  deps: Deps,
  audit: AuditContext,
  team: Team<'merchant'>,
  id: string,
  language: Language,
): Promise<void> {
  const { email } = await findOwn(deps, team, id);
  await countMail(deps, { email, address: audit.actor.address });
  const messages = await deps.db.transaction(async (trx) => {
    const what = { subject: id, detail: { email } };
    await recordAuditEvent(deps, trx, audit, 'invitation.sent_again', what);
    return enqueueInvitationMail(deps, trx, 'merchant', { id, email, language });
  });
  deps.outbox.enqueue(messages);
}

/** Throws Problem `invitation_not_found`. */
export async function revokeInvitation(
  deps: Deps,
  audit: AuditContext,
  team: Team,
  id: string,
): Promise<void> {
  const invitation = await findOwn(deps, team, id);
  await deps.db.transaction(async (trx) => {
    if (!(await endInvitation(trx, team.realm, id))) throw new Problem('invitation_not_found');
    await recordEnded(deps, trx, audit, team.realm, [invitation]);
  });
}

export async function recordEnded(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  realm: Realm,
  ended: readonly EndedInvitation[],
): Promise<void> {
  for (const { id, email, role } of ended) {
    const what = { subject: id, detail: { email, role } };
    await recordAuditEvent(deps, trx, audit, realms[realm].events.revoked, what);
  }
}

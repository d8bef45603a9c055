import {
  endInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
} from '../../db/accounts/invitations';
import type { Invitation } from '../../db/accounts/invitations';
import { changeMember, listMembers } from '../../db/accounts/memberships';
import type { Member } from '../../db/accounts/memberships';
import type { Language } from '../../db/accounts/users';
import { emailKeyOf } from '../../db/accounts/users';
import { Problem } from '../../domain/problem';
import type { Role } from '../../domain/role';
import { newId } from '../../lib/new-id';
import { announceOwner } from './announce-owner';
import { findKeys } from '../merchants/api-keys';
import type { ApiKey } from '../merchants/api-keys';
import type { Deps } from '../deps';
import type { Session } from './find-session';
import { countMail } from './limit-attempts';
import { recordAuditEvent } from './record-audit-event';
import type { AuditContext } from './record-audit-event';
import { orderMail } from './send-mail';

export type { Invitation, Member };

const GOOD_FOR_DAYS = 7;

export interface Team {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  /** Active API keys that were created by people who are no longer members. */
  readonly formerKeys: readonly ApiKey[];
}

export async function findTeam(deps: Pick<Deps, 'db'>, { merchant }: Session): Promise<Team> {
  const [members, invitations, keys] = await Promise.all([
    listMembers(deps.db, merchant.id),
    listInvitations(deps.db, merchant.id),
    findKeys(deps, merchant),
  ]);
  return { members, invitations, formerKeys: keys.filter(({ makerLeft }) => makerLeft) };
}

/**
 * Invites somebody into the team by mail. Throws Problem `member_already` or
 * `rate_limit_exceeded`.
 */
export async function inviteMember(
  deps: Deps,
  audit: AuditContext,
  { user, merchant }: Session,
  { email, role, language }: { email: string; role: Role; language: Language },
): Promise<void> {
  const members = await listMembers(deps.db, merchant.id);
  if (members.some((member) => emailKeyOf(member.email) === emailKeyOf(email))) {
    throw new Problem('member_already', { param: 'email' });
  }
  await countMail(deps, { email, address: audit.actor.address });
  const id = newId('inv_');
  const dispatches = await deps.db.transaction(async (trx) => {
    await insertInvitation(trx, {
      id,
      email,
      role,
      to: { merchantId: merchant.id },
      invitedBy: user.id,
      days: GOOD_FOR_DAYS,
    });
    await recordAuditEvent(deps, trx, audit, 'member.invited', {
      subject: id,
      detail: { email, role },
    });
    return orderMail(trx, { kind: 'invitation', email, language, invitationId: id });
  });
  deps.outbox.enqueue(dispatches);
}

/** Throws Problem `invitation_not_found`, for another merchant's too. */
async function findOwn(deps: Deps, { merchant }: Session, id: string): Promise<Invitation> {
  const invitation = await findInvitation(deps.db, id);
  if (invitation === null || invitation.merchantId !== merchant.id) {
    throw new Problem('invitation_not_found');
  }
  return invitation;
}

/** Sends an invitation's mail once more, with another link. Throws as the two above do. */
export async function inviteAgain(
  deps: Deps,
  audit: AuditContext,
  session: Session,
  id: string,
  language: Language,
): Promise<void> {
  const { email } = await findOwn(deps, session, id);
  await countMail(deps, { email, address: audit.actor.address });
  const dispatches = await deps.db.transaction(async (trx) => {
    await recordAuditEvent(deps, trx, audit, 'invitation.sent_again', {
      subject: id,
      detail: { email },
    });
    return orderMail(trx, { kind: 'invitation', email, language, invitationId: id });
  });
  deps.outbox.enqueue(dispatches);
}

/** Takes an invitation back. Throws Problem `invitation_not_found`. */
export async function revokeInvitation(
  deps: Deps,
  audit: AuditContext,
  session: Session,
  id: string,
): Promise<void> {
  const { email } = await findOwn(deps, session, id);
  await deps.db.transaction(async (trx) => {
    if (!(await endInvitation(trx, id))) throw new Problem('invitation_not_found');
    await recordAuditEvent(deps, trx, audit, 'invitation.revoked', {
      subject: id,
      detail: { email },
    });
  });
}

/**
 * Gives a member another role; null takes the membership, and signs the member out. Throws Problem
 * `member_not_found` or `last_owner`.
 */
export async function changeTeamMember(
  deps: Deps,
  audit: AuditContext,
  { merchant }: Session,
  userId: string,
  role: Role | null,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const change = await changeMember(trx, merchant.id, userId, role);
    if (change === 'not_found') throw new Problem('member_not_found');
    if (change === 'last_owner') throw new Problem('last_owner');
    const act = role === null ? 'member.removed' : 'member.role_changed';
    const detail = role === null ? {} : { role };
    await recordAuditEvent(deps, trx, audit, act, { subject: userId, detail });
    if (role !== 'owner') return;
    await announceOwner(trx, { merchantId: merchant.id, userId, payoutsHeld: false });
  });
}

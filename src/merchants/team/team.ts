import type { Db } from '../../platform/postgres/connect';
import {
  endInvitationsBy,
  endOwnerInvitationsBy,
  listInvitations,
  type Invitation,
} from '../../people/store/invitations';
import { changeMember, listMembers, type Member } from '../../people/store/memberships';
import { findMerchant } from '../../kernel/merchants/store';
import { findUser } from '../../people/store/people';
import { Problem } from '../../kernel/rules/problem';
import { realms, type Realm, type RoleIn, type Team } from '../../kernel/rules/realm';
import type { Deps } from '../../deps';
import { findKeys, type ApiKey } from '../api-keys';
import { recordEnded } from './invite';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import { notifyOwners } from '../../people/send-mail';

export type { Invitation, Member };

export interface TeamDetail<R extends Realm = Realm> {
  readonly members: readonly Member<R>[];
  readonly invitations: readonly Invitation<R>[];
  /** Active keys of the merchant that former members created. */
  readonly formerKeys: readonly ApiKey[];
}

export async function findTeam<R extends Realm>(
  deps: Pick<Deps, 'db' | 'vault'>,
  team: Team<R>,
): Promise<TeamDetail<R>> {
  const { merchantId } = team;
  const [members, invitations, keys] = await Promise.all([
    listMembers(deps.db, deps.vault, team),
    listInvitations(deps.db, deps.vault, team),
    merchantId === null ? [] : findKeys(deps, { id: merchantId }),
  ]);
  return { members, invitations, formerKeys: keys.filter(({ makerLeft }) => makerLeft) };
}

/**
 * A null role removes the member and ends their sessions for the team and the open invitations that
 * they made. Throws Problem `member_not_found`, `last_owner` or `last_admin`.
 */
export async function changeTeamMember(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  team: Team,
  personId: string,
  role: RoleIn[Realm] | null,
): Promise<void> {
  const { events } = realms[team.realm];
  await deps.db.transaction(async (trx) => {
    const change = await changeMember(trx, team, personId, role);
    if (change === 'not_found') throw new Problem('member_not_found');
    if (change !== 'done') throw new Problem(change);
    const act = role === null ? events.removed : events.roleChanged;
    const detail = role === null ? {} : { role };
    await recordAuditEvent(deps, trx, audit, act, { subject: personId, detail });
    if (role === null) {
      const ended = await endInvitationsBy(trx, deps.vault, team, personId);
      await recordEnded(deps, trx, audit, team.realm, ended);
      if (team.realm === 'operator') await endOwnerInvitations(deps, trx, audit, personId);
    }
    if (role !== 'owner' || team.merchantId === null) return;
    await announceOwner(deps, trx, {
      merchantId: team.merchantId,
      userId: personId,
      payoutsHeld: false,
    });
  });
}

/** A removed operator could otherwise become the owner of a merchant. Both logs record it. */
async function endOwnerInvitations(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  operatorId: string,
): Promise<void> {
  const ended = await endOwnerInvitationsBy(trx, deps.vault, operatorId);
  for (const { id: subject, merchantId, email, role } of ended) {
    const detail = { email, role };
    const merchant = { id: merchantId, detail };
    const what = { subject, detail: { ...detail, merchantId }, merchant };
    await recordAuditEvent(deps, trx, audit, 'invitation.revoked', what);
  }
}

export async function announceOwner(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  {
    merchantId,
    userId,
    payoutsHeld,
  }: { readonly merchantId: string; readonly userId: string; readonly payoutsHeld: boolean },
): Promise<void> {
  const merchant = await findMerchant(trx, merchantId);
  if (merchant === null) throw new Error(`there is no merchant ${merchantId}`);
  const { name, email } = await findUser(trx, deps.vault, userId);
  const { name: merchantName } = merchant;
  const notice = { kind: 'owner_joined', merchantName, name, email, payoutsHeld } as const;
  await notifyOwners(deps, trx, merchantId, notice, userId);
}

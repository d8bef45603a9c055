import { lockMerchant } from '../../db/accounts/merchants';
import { findApprovalRules } from '../../db/approvals/approval-rules';
import { isRuled } from '../../domain/approval';
import type { OperatorRole } from '../../domain/operator';
import { isPowerful, operatorTeam } from '../../domain/realm';
import type { Role } from '../../domain/role';
import { inviteMember } from '../accounts/invite';
import { changeTeamMember } from '../accounts/team';
import type { Deps } from '../deps';
import { act, approvalsAreOn } from './act';

type Invited = Parameters<typeof inviteMember>[3];

/**
 * Whether a merchant's rules demand an approval of a member who may approve or propose: otherwise
 * an owner could act under a second name, and propose and approve alone.
 */
const needsSecond = async (
  { db, vault }: Deps,
  { merchantId, role }: { readonly merchantId: string; readonly role: Invited['role'] },
): Promise<boolean> =>
  isPowerful('merchant', role) && isRuled(await findApprovalRules(db, vault, merchantId));

const member = act<Invited & { readonly merchantId: string }>({
  title: {
    en: 'New member who may approve or propose',
    th: 'เชิญสมาชิกที่เสนอหรืออนุมัติรายการได้',
  },
  realm: 'merchant',
  role: 'owner',
  /** Rules that commit first apply to this invitation; later ones wait for it and end it. */
  before: ({ db }, { merchantId }) => lockMerchant(db, merchantId),
  needsApproval: (deps, _audit, invited) => needsSecond(deps, invited),
  facts: (_deps, { merchantId, email, role }) => ({ merchantId, subject: email, detail: { role } }),
  run: (deps, audit, { merchantId, ...invited }) =>
    inviteMember(deps, audit, { realm: 'merchant', merchantId }, invited),
});

interface ChangedRole {
  readonly merchantId: string;
  readonly personId: string;
  readonly role: Role;
}

const member_role = act<ChangedRole>({
  title: { en: 'Role of a member', th: 'เปลี่ยนบทบาทสมาชิก' },
  realm: 'merchant',
  role: 'owner',
  needsApproval: (deps, _audit, changed) => needsSecond(deps, changed),
  facts: (_deps, { merchantId, personId, role }) => ({
    merchantId,
    subject: personId,
    detail: { role },
  }),
  run: (deps, audit, { merchantId, personId, role }) =>
    changeTeamMember(deps, audit, { realm: 'merchant', merchantId }, personId, role),
});

/** Also a viewer needs an approval: they read the orders of every merchant. */
const operator = act<Invited & { readonly role: OperatorRole }>({
  title: { en: 'New operator', th: 'เชิญผู้ดูแลระบบ' },
  realm: 'operator',
  role: 'admin',
  needsApproval: approvalsAreOn,
  facts: (_deps, { email, role }) => ({ merchantId: null, subject: email, detail: { role } }),
  run: (deps, audit, invited) => inviteMember(deps, audit, operatorTeam, invited),
});

const operator_role = act<{ readonly personId: string; readonly role: OperatorRole }>({
  title: { en: 'Role of an operator', th: 'เปลี่ยนบทบาทผู้ดูแลระบบ' },
  realm: 'operator',
  role: 'admin',
  needsApproval: (deps, _audit, { role }) => approvalsAreOn(deps) && isPowerful('operator', role),
  facts: (_deps, { personId, role }) => ({ merchantId: null, subject: personId, detail: { role } }),
  run: (deps, audit, { personId, role }) =>
    changeTeamMember(deps, audit, operatorTeam, personId, role),
});

export const teamActs = { member, member_role, operator, operator_role };

import { lockMerchant } from '../../kernel/merchants/store';
import { findPersonByEmail } from '../../people/store/people';
import { findApprovalRules } from '../../kernel/approvals/store/approval-rules';
import { isRuled } from '../../kernel/approvals/rules/approval';
import { Problem } from '../../kernel/rules/problem';
import { z } from 'zod';
import { operatorRoles, type OperatorRole } from '../../people/rules/operator';
import { isPowerful, operatorTeam, type Team } from '../../kernel/rules/realm';
import type { Role } from '../../kernel/rules/role';
import { inviteMember, issueOperatorLink, mailNewPassword } from './invite';
import { resetMemberFactors } from '../../people/reset-factors';
import { changeTeamMember } from './team';
import type { Deps } from '../../deps';
import { act, approvalsAreOn } from '../../kernel/acts/act';
import { email, entry, option } from '../../kernel/acts/entry';

type Invited = Parameters<typeof inviteMember>[3];

/**
 * Whether a merchant's rules demand an approval of a member who may approve or propose: otherwise
 * an owner could act under a second name, and propose and approve alone.
 */
const needsSecond = async (
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
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
  facts: (_deps, { merchantId, email: subject, role }) => ({
    merchantId,
    subject,
    detail: { role },
  }),
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
  facts: (_deps, { email: subject, role }) => ({ merchantId: null, subject, detail: { role } }),
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

interface OfTeam {
  readonly team: Team;
  readonly personId: string;
}

/** Throws Problem `member_not_found`. */
const byEmail = (summary: string) =>
  entry(summary, { email }, async ({ email: address }, { db, vault }): Promise<OfTeam> => {
    const found = await findPersonByEmail(db, vault, 'operator', address);
    if (found !== null) return { team: operatorTeam, personId: found.id };
    throw new Problem('member_not_found', { message: `Operator ${address} does not exist.` });
  });

const member_removed = act({
  realm: null,
  role: 'manager',
  stepUp: 'proof',
  entry: byEmail('remove an operator and end their sessions'),
  run: (deps, audit, { team, personId }) => changeTeamMember(deps, audit, team, personId, null),
});

const member_factors = act({
  realm: null,
  role: 'manager',
  stepUp: 'settled_proof',
  entry: byEmail('remove the lost second factor of an operator and end their sessions'),
  run: (deps, audit, { team, personId }) => resetMemberFactors(deps, audit, team, personId),
});

const operator_password = act<{ readonly personId: string }>({
  realm: 'operator',
  role: 'admin',
  stepUp: 'proof',
  run: (deps, audit, { personId }) => mailNewPassword(deps, audit, personId),
});

/** The link is printed, because there may be no other operator who could send it. */
const operator_link = act({
  realm: 'operator',
  role: 'admin',
  title: { en: 'Link for an operator', th: 'ลิงก์สำหรับผู้ดูแลระบบ' },
  entry: entry('print an invitation link for an operator, valid once, for 1 hour', {
    email,
    role: option(
      operatorRoles.join('|'),
      'role; admin by default',
      z.enum(operatorRoles).default('admin'),
    ),
  }),
  needsApproval: approvalsAreOn,
  facts: (_deps, { email: subject, role }) => ({ merchantId: null, subject, detail: { role } }),
  async run(deps, audit, invited) {
    const { isNew, token } = await issueOperatorLink(deps, audit, invited);
    return { isNew, link: `${deps.config.http.consoleUrl}/console/join/${token}` };
  },
});

export const teamActs = {
  member,
  member_role,
  member_removed,
  member_factors,
  operator,
  operator_role,
  operator_password,
  operator_link,
};

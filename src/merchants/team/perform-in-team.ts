import type { OperatorRole } from '../../people/rules/operator';
import type { Realm, RoleIn, Team } from '../../kernel/rules/realm';
import type { Role } from '../../kernel/rules/role';
import type { inviteMember } from './invite';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { performAct, type Performed } from '../../people/acts/perform';

/** Of a merchant or of the operators; `role` is one of the team's realm. */
export function inviteToTeam(
  deps: Deps,
  audit: AuditContext,
  { merchantId }: Team,
  invited: Parameters<typeof inviteMember>[3],
): Promise<Performed> {
  return merchantId === null
    ? performAct(deps, audit, 'operator', { ...invited, role: invited.role as OperatorRole })
    : performAct(deps, audit, 'member', { ...invited, merchantId });
}

export function changeRoleInTeam(
  deps: Deps,
  audit: AuditContext,
  { merchantId }: Team,
  personId: string,
  role: RoleIn[Realm],
): Promise<Performed> {
  return merchantId === null
    ? performAct(deps, audit, 'operator_role', { personId, role: role as OperatorRole })
    : performAct(deps, audit, 'member_role', { merchantId, personId, role: role as Role });
}

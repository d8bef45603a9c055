import { operatorRoles, operatorRolesOf, type OperatorRole } from '../../people/rules/operator';
import { roles, rolesOf, type Role } from './role';

/**
 * Merchants' users and operators have the same use cases and account pages, and share no account,
 * session or cookie (decision 18). What differs between them is defined here.
 */
export type Realm = 'merchant' | 'operator';

export interface RoleIn {
  readonly merchant: Role;
  readonly operator: OperatorRole;
}

export const realms = {
  merchant: {
    root: '/dashboard',
    site: 'dashboard',
    actor: 'user',
    roles,
    rolesOf,
    /** Manages the team. The last holder of this role can neither leave nor change role. */
    manager: 'owner',
    lastManager: 'last_owner',
    personId: 'usr_',
    invitationId: 'inv_',
    invitationHours: 7 * 24,
    session: { idle: '12 hours', life: '7 days' },
    events: {
      invited: 'member.invited',
      revoked: 'invitation.revoked',
      joined: 'member.joined',
      roleChanged: 'member.role_changed',
      removed: 'member.removed',
    },
  },
  operator: {
    root: '/console',
    site: 'console',
    actor: 'operator',
    roles: operatorRoles,
    rolesOf: operatorRolesOf,
    manager: 'admin',
    lastManager: 'last_admin',
    personId: 'opr_',
    invitationId: 'opl_',
    /** Shorter than for merchants, because operators decide about the money of every merchant. */
    invitationHours: 2 * 24,
    session: { idle: '1 hour', life: '12 hours' },
    events: {
      invited: 'operator.link_made',
      revoked: 'operator.link_revoked',
      joined: 'operator.joined',
      roleChanged: 'operator.role_changed',
      removed: 'operator.removed',
    },
  },
} as const;

/** True when the person's role includes the permissions of `needed`. */
export function mayActAs<R extends Realm>(
  { realm, role }: { readonly realm: R; readonly role: RoleIn[NoInfer<R>] },
  needed: RoleIn[NoInfer<R>],
): boolean {
  const rolesOf = realms[realm].rolesOf as Readonly<Record<string, readonly string[]>>;
  return rolesOf[role]?.includes(needed) === true;
}

const proposers = { merchant: 'developer', operator: 'operator' } as const;

/** A powerful role may approve or propose. */
export const isPowerful = (realm: Realm, role: RoleIn[Realm]): boolean =>
  mayActAs<Realm>({ realm, role }, 'approver') ||
  mayActAs<Realm>({ realm, role }, proposers[realm]);

export interface Team<R extends Realm = Realm> {
  readonly realm: R;
  /** Null for the operators. */
  readonly merchantId: R extends 'merchant' ? string : null;
}

export const operatorTeam: Team<'operator'> = { realm: 'operator', merchantId: null };

import type { PermissionSet } from './permission';

/** Of a merchant's team. */
export const roles = ['viewer', 'bookkeeper', 'approver', 'developer', 'owner'] as const;

/**
 * A viewer reads. A bookkeeper also reads the audit log. An approver also decides what others have
 * proposed, and proposes nothing. A developer has the permissions of an API key with `write`, and
 * manages webhooks and such keys. An owner also pays out money and manages the team.
 */
export type Role = (typeof roles)[number];

/** The roles whose permissions a role includes. An approver cannot do what a developer does. */
export const rolesOf: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  bookkeeper: ['viewer', 'bookkeeper'],
  approver: ['viewer', 'bookkeeper', 'approver'],
  developer: ['viewer', 'developer'],
  owner: roles,
};

const permissionByRole = {
  viewer: 'read',
  bookkeeper: 'read',
  approver: 'read',
  developer: 'write',
  owner: 'withdraw',
} as const satisfies Readonly<Record<Role, PermissionSet>>;

/** The permissions of the API keys that the role corresponds to. */
export const permissionsOf = (role: Role): readonly PermissionSet[] => [permissionByRole[role]];

import type { Permission } from './permission';

/** Roles in a merchant's team. Each includes the permissions of the ones before it. */
export const roles = ['viewer', 'developer', 'owner'] as const;

/**
 * A viewer reads. A developer has the permissions of an API key with `write`, and manages webhooks
 * and such keys. An owner also pays out money and manages the team.
 */
export type Role = (typeof roles)[number];

const permissionByRole = {
  viewer: 'read',
  developer: 'write',
  owner: 'withdraw',
} as const satisfies Readonly<Record<Role, Permission>>;

/** The permission of the API keys that a role corresponds to. */
export const permissionOf = (role: Role): Permission => permissionByRole[role];

/** Whether a role includes the permissions of another. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

import type { Permission } from './permission';

/** What somebody may do for a merchant; each role may all that the ones before it may. */
export const roles = ['viewer', 'developer', 'owner'] as const;

/**
 * A viewer looks. A developer also does what an API key that writes can do: refunds, webhooks, keys
 * of that kind. An owner also lets money out and people in.
 */
export type Role = (typeof roles)[number];

const permissionByRole = {
  viewer: 'read',
  developer: 'write',
  owner: 'withdraw',
} as const satisfies Readonly<Record<Role, Permission>>;

/** The permission of the API keys that a role corresponds to. */
export const permissionOf = (role: Role): Permission => permissionByRole[role];

/** Whether somebody in a role may do what asks for another. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

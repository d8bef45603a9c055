/** What somebody may do for a merchant; each role may all that the ones before it may. */
export const roles = ['viewer', 'developer', 'owner'] as const;

/**
 * A viewer looks. A developer also does what an API key that writes can do: refunds, webhooks, keys
 * of that kind. An owner also lets money out and people in.
 */
export type Role = (typeof roles)[number];

/** Whether somebody in a role may do what asks for another. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);

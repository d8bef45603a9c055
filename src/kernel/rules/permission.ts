/**
 * Of API keys. Each operation requires one; `write` of a noun includes its `read`. A payout to an
 * account of the caller's choice requires `withdrawals:write`, also as a refund. `callbacks:write`
 * reports outcomes of own orders to a sandbox.
 */
export const permissions = [
  'payments:read',
  'payments:write',
  'refunds:read',
  'refunds:write',
  'transactions:read',
  'deposits:read',
  'deposits:write',
  'withdrawals:read',
  'withdrawals:write',
  'balance:read',
  'approvals:read',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'callbacks:write',
] as const;

export type Permission = (typeof permissions)[number];

/** Each set includes the ones before it. */
export const permissionSets = ['read', 'write', 'withdraw'] as const;

export type PermissionSet = (typeof permissionSets)[number];

export type Grant = Permission | PermissionSet;

/** `write` has all permissions but to choose the account of a payout; `withdraw` has all. */
const members: Readonly<Record<PermissionSet, ReadonlySet<Permission>>> = {
  read: new Set(permissions.filter((permission) => permission.endsWith(':read'))),
  write: new Set(permissions.filter((permission) => permission !== 'withdrawals:write')),
  withdraw: new Set(permissions),
};

const isSet = (grant: Grant): grant is PermissionSet =>
  permissionSets.some((name) => name === grant);

export const allows = (given: readonly Grant[], needed: Permission): boolean =>
  given.some((grant) =>
    isSet(grant)
      ? members[grant].has(needed)
      : grant === needed || grant === needed.replace(/:read$/, ':write'),
  );

/** True when `given` includes each permission of `wanted`. */
export const allowsAll = (given: readonly Grant[], wanted: readonly Grant[]): boolean =>
  permissions.every((permission) => !allows(wanted, permission) || allows(given, permission));

/**
 * A set stands alone. Returns each name once, in the order of `permissions`; null for an empty list
 * or another name.
 */
export function readGrants(names: readonly string[]): readonly Grant[] | null {
  const set = permissionSets.find((name) => name === names[0]);
  if (set !== undefined) return names.length === 1 ? [set] : null;
  const found = permissions.filter((permission) => names.includes(permission));
  return found.length > 0 && found.length === new Set(names).size ? found : null;
}

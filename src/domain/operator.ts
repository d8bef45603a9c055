/** Roles of the console. Each includes the permissions of the ones before it. */
export const operatorRoles = ['viewer', 'operator', 'admin'] as const;

/**
 * A viewer reads everything. An operator also decides exceptions, enables merchants and sets their
 * limits. An admin also manages operators, raises limits and adds owners to a merchant.
 */
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether a role includes the permissions of another. */
export const mayOperateAs = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);

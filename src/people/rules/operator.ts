/** Of the console. */
export const operatorRoles = ['viewer', 'approver', 'operator', 'admin'] as const;

/**
 * A viewer reads everything. An approver also decides what others have proposed, and proposes
 * nothing. An operator decides exceptions, enables merchants and sets their limits. An admin also
 * manages operators and provider accounts, raises limits and adds owners to a merchant.
 */
export type OperatorRole = (typeof operatorRoles)[number];

/** The roles whose permissions a role includes. An approver cannot do what an operator does. */
export const operatorRolesOf: Readonly<Record<OperatorRole, readonly OperatorRole[]>> = {
  viewer: ['viewer'],
  approver: ['viewer', 'approver'],
  operator: ['viewer', 'operator'],
  admin: operatorRoles,
};

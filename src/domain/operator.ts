/** What somebody may do in the console; each role may all that the ones before it may. */
export const operatorRoles = ['viewer', 'operator', 'admin'] as const;

/**
 * A viewer looks at everything. An operator also decides: exceptions, merchants, their limits. An
 * admin also lets operators in and out, lifts limits and adds owners to those that a merchant has.
 */
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether an operator in a role may do what asks for another. */
export const mayOperateAs = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);

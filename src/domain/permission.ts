/** Permissions of API keys. Each includes the ones before it. */
export const permissions = ['read', 'write', 'withdraw'] as const;

/**
 * `write` takes payments and refunds them to the account that paid; `withdraw` also sends money to
 * other accounts, by a withdrawal or by the destination of a refund.
 */
export type Permission = (typeof permissions)[number];

export const allows = (given: Permission, needed: Permission): boolean =>
  permissions.indexOf(given) >= permissions.indexOf(needed);

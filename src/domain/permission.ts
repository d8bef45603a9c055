/** What an API key may be used for; each may all that the ones before it may. */
export const permissions = ['read', 'write', 'withdraw'] as const;

/** `write` takes payments and gives them back; `withdraw` also sends money to other accounts. */
export type Permission = (typeof permissions)[number];

export const allows = (given: Permission, needed: Permission): boolean =>
  permissions.indexOf(given) >= permissions.indexOf(needed);

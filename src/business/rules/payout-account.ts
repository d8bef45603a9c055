/** From a change of the account until it can be used, in which every owner can object. */
export const ACCOUNT_HELD_FOR = '24 hours';

interface Standing {
  readonly usableAt: Date;
  readonly isVerified: boolean;
}

/** Null: the account can receive withdrawals. */
export function whyNotPaid(
  account: Standing | null,
  now: Date,
): 'missing' | 'held' | 'unverified' | null {
  if (account === null) return 'missing';
  if (account.usableAt > now) return 'held';
  return account.isVerified ? null : 'unverified';
}

/**
 * The hours from a change of the account until it can be used, in which every owner can object. The
 * first account of a sandbox is not held, so that a trial comes to its first withdrawal.
 */
export const holdHours = (mode: 'sandbox' | 'live', isFirst: boolean): 0 | 24 =>
  mode === 'sandbox' && isFirst ? 0 : 24;

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

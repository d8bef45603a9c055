/**
 * The double-entry ledger. A transfer takes a positive amount from one account and gives it to
 * another, so a set of postings that does not sum to zero cannot be written down.
 */
export type Account = 'available' | 'held' | 'provider_clearing' | 'suspense' | 'written_off';

export type TransferKind =
  | 'settle' // an order's money reached the merchant
  | 'suspend' // money that no order explains waits for an operator
  | 'opening' // play money of a sandbox merchant
  | 'hold' // a withdrawal's money is set aside
  | 'post' // held money has left
  | 'void' // held money is free again
  | ResolutionKind;

/** What an operator does about money that nothing else explains; see exception.ts. */
export type ResolutionKind =
  | 'accept' // suspended money is the merchant's
  | 'return' // suspended money went back to its payer
  | 'write_off' // suspended money is nobody's
  | 'credit' // money that came back is the merchant's again
  | 'charge' // money that left after all is the merchant's loss
  | 'absorb'; // money that left after all is our loss

export interface Transfer {
  readonly kind: TransferKind;
  readonly amountSatang: number;
}

export const accounts: Record<TransferKind, { readonly from: Account; readonly to: Account }> = {
  settle: { from: 'provider_clearing', to: 'available' },
  suspend: { from: 'provider_clearing', to: 'suspense' },
  opening: { from: 'provider_clearing', to: 'available' },
  hold: { from: 'available', to: 'held' },
  post: { from: 'held', to: 'provider_clearing' },
  void: { from: 'held', to: 'available' },
  accept: { from: 'suspense', to: 'available' },
  return: { from: 'suspense', to: 'provider_clearing' },
  write_off: { from: 'suspense', to: 'written_off' },
  credit: { from: 'provider_clearing', to: 'available' },
  charge: { from: 'available', to: 'provider_clearing' },
  absorb: { from: 'written_off', to: 'provider_clearing' },
};

/** What a transfer is booked for: a row that it must reference. */
export type Origin = 'order' | 'callback' | 'exception';

/** Without these references a transfer of the kind has no cause. Play money has none. */
export const origins: Record<TransferKind, readonly Origin[]> = {
  settle: ['order', 'callback'],
  suspend: ['order', 'callback'],
  opening: [],
  hold: ['order'],
  post: ['order'],
  void: ['order'],
  accept: ['exception'],
  return: ['exception'],
  write_off: ['exception'],
  credit: ['exception'],
  charge: ['exception'],
  absorb: ['exception'],
};

/** What brings a merchant money from outside, and what takes it there. Play money is neither. */
export const moneyIn: readonly TransferKind[] = ['settle', 'accept', 'credit'];
export const moneyOut: readonly TransferKind[] = ['post', 'charge'];

/** What a set of transfers changes, account by account; the changes sum to zero. */
export function changes(transfers: readonly Transfer[]): Record<Account, number> {
  const sums: Record<Account, number> = {
    available: 0,
    held: 0,
    provider_clearing: 0,
    suspense: 0,
    written_off: 0,
  };
  for (const { kind, amountSatang } of transfers) {
    if (!Number.isSafeInteger(amountSatang) || amountSatang <= 0) {
      throw new RangeError(`a transfer moves a positive amount, not ${amountSatang}`);
    }
    sums[accounts[kind].from] -= amountSatang;
    sums[accounts[kind].to] += amountSatang;
  }
  return sums;
}

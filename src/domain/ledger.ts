/**
 * The double-entry ledger. A transfer takes a positive amount from one account and gives it to
 * another, so a set of postings that does not sum to zero cannot be written down.
 */
export type Account = 'available' | 'held' | 'provider_clearing' | 'suspense';

export type TransferKind =
  | 'settle' // an order's money reached the merchant
  | 'suspend' // money that no order explains waits for an operator
  | 'opening'; // play money of a sandbox merchant

export interface Transfer {
  readonly kind: TransferKind;
  readonly amountSatang: number;
}

export const accounts: Record<TransferKind, { readonly from: Account; readonly to: Account }> = {
  settle: { from: 'provider_clearing', to: 'available' },
  suspend: { from: 'provider_clearing', to: 'suspense' },
  opening: { from: 'provider_clearing', to: 'available' },
};

/** What a set of transfers changes, account by account; the changes sum to zero. */
export function changes(transfers: readonly Transfer[]): Record<Account, number> {
  const sums: Record<Account, number> = {
    available: 0,
    held: 0,
    provider_clearing: 0,
    suspense: 0,
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

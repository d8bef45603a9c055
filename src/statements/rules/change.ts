import { transferKinds, type TransferKind } from '../../ledger/rules/ledger';

/** Of a merchant's balance, or a change of it. */
export interface BalancePair {
  readonly availableSatang: number;
  readonly heldSatang: number;
}

export const NOTHING: BalancePair = { availableSatang: 0, heldSatang: 0 };

export const plus = (a: BalancePair, b: BalancePair): BalancePair => ({
  availableSatang: a.availableSatang + b.availableSatang,
  heldSatang: a.heldSatang + b.heldSatang,
});

/** Nothing for a kind that moves money between other accounts. */
export function changeOf(kind: TransferKind, satang: number): BalancePair {
  const { from, to } = transferKinds[kind];
  const sign = (account: 'available' | 'held') => Number(to === account) - Number(from === account);
  // Without the sum, a decrease of 0 would be -0.
  return {
    availableSatang: 0 + sign('available') * satang,
    heldSatang: 0 + sign('held') * satang,
  };
}

export const touchesBalance = (kind: TransferKind): boolean => {
  const { from, to } = transferKinds[kind];
  return [from, to].some((account) => account === 'available' || account === 'held');
};

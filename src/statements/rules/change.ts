import { transferKinds, type TransferKind } from '../../ledger/rules/ledger';

const balanceAccounts = ['available', 'held', 'pending'] as const;
type BalanceAccount = (typeof balanceAccounts)[number];

/** Of a merchant's balance, or a change of it. */
export interface BalancePair {
  readonly availableSatang: number;
  readonly heldSatang: number;
  readonly pendingSatang: number;
}

export const NOTHING: BalancePair = { availableSatang: 0, heldSatang: 0, pendingSatang: 0 };

export const plus = (a: BalancePair, b: BalancePair): BalancePair => ({
  availableSatang: a.availableSatang + b.availableSatang,
  heldSatang: a.heldSatang + b.heldSatang,
  pendingSatang: a.pendingSatang + b.pendingSatang,
});

/** Nothing for a kind that moves money between other accounts. */
export function changeOf(kind: TransferKind, satang: number): BalancePair {
  const { from, to } = transferKinds[kind];
  const sign = (account: BalanceAccount) => Number(to === account) - Number(from === account);
  // Without the sum, a decrease of 0 would be -0.
  return {
    availableSatang: 0 + sign('available') * satang,
    heldSatang: 0 + sign('held') * satang,
    pendingSatang: 0 + sign('pending') * satang,
  };
}

export const touchesBalance = (kind: TransferKind): boolean => {
  const { from, to } = transferKinds[kind];
  return balanceAccounts.some((account) => account === from || account === to);
};

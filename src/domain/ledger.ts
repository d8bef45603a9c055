/**
 * The double-entry ledger. A transfer moves a positive amount from one account to another, so
 * unbalanced postings cannot be represented.
 */
export type Account = 'available' | 'held' | 'provider_clearing' | 'suspense' | 'written_off';

export type TransferKind =
  | 'receive' // an order's money is credited to the merchant
  | 'suspend' // money that no order explains, for an operator to assign
  | 'opening' // test balance of a sandbox merchant
  | 'hold' // a payout's amount is reserved
  | 'post' // the held money has left
  | 'void' // the held money is available again
  | ResolutionKind;

/** By resolutions (exception.ts). */
export type PostingKind =
  | 'accept' // suspended money is credited to the merchant
  | 'return' // suspended money was returned to its payer
  | 'write_off' // suspended money has no known owner
  | 'assign' // suspended money of an unknown order is assigned to an order or a merchant
  | 'credit' // money that came in, or came back, is credited to the merchant
  | 'charge' // money that left is the merchant's loss
  | 'absorb' // money that left is the gateway's loss
  | 'lose'; // money that the bank took back after its return to the payer is the gateway's loss

/** `undo_`: a correction reverses a posting of an earlier resolution. */
export type ResolutionKind = PostingKind | `undo_${PostingKind}`;

export interface Transfer {
  readonly kind: TransferKind;
  readonly amountSatang: number;
}

interface Accounts {
  readonly from: Account;
  readonly to: Account;
}

const postingAccounts: Readonly<Record<PostingKind, Accounts>> = {
  accept: { from: 'suspense', to: 'available' },
  return: { from: 'suspense', to: 'provider_clearing' },
  write_off: { from: 'suspense', to: 'written_off' },
  assign: { from: 'suspense', to: 'provider_clearing' },
  credit: { from: 'provider_clearing', to: 'available' },
  charge: { from: 'available', to: 'provider_clearing' },
  absorb: { from: 'written_off', to: 'provider_clearing' },
  lose: { from: 'written_off', to: 'provider_clearing' },
};

const undone = (kind: PostingKind): Accounts => ({
  from: postingAccounts[kind].to,
  to: postingAccounts[kind].from,
});

/** A transfer debits `from` and credits `to`. */
export const accounts: Readonly<Record<TransferKind, Accounts>> = {
  receive: { from: 'provider_clearing', to: 'available' },
  suspend: { from: 'provider_clearing', to: 'suspense' },
  opening: { from: 'provider_clearing', to: 'available' },
  hold: { from: 'available', to: 'held' },
  post: { from: 'held', to: 'provider_clearing' },
  void: { from: 'held', to: 'available' },
  ...postingAccounts,
  undo_accept: undone('accept'),
  undo_return: undone('return'),
  undo_write_off: undone('write_off'),
  undo_assign: undone('assign'),
  undo_credit: undone('credit'),
  undo_charge: undone('charge'),
  undo_absorb: undone('absorb'),
  undo_lose: undone('lose'),
};

/** The rows that a transfer must reference. */
export type Origin = 'order' | 'callback' | 'exception';

/** By the kind of the transfer. An opening balance references none. */
export const origins: Record<TransferKind, readonly Origin[]> = {
  receive: ['order', 'callback'],
  suspend: ['callback'],
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
  lose: ['exception'],
  assign: ['exception'],
  undo_accept: ['exception'],
  undo_return: ['exception'],
  undo_write_off: ['exception'],
  undo_assign: ['exception'],
  undo_credit: ['exception'],
  undo_charge: ['exception'],
  undo_absorb: ['exception'],
  undo_lose: ['exception'],
};

/**
 * From and to the outside of the gateway. Opening balances are neither. A correction is subtracted
 * from what it reverses (`undo_…`).
 */
export const moneyIn: readonly TransferKind[] = ['receive', 'accept', 'credit'];
export const moneyOut: readonly TransferKind[] = ['post', 'charge'];

/** True for a transfer that takes effect when its money moved, and not when it is posted. */
export const isOfMovement = (kind: TransferKind): boolean =>
  !kind.startsWith('undo_') && kind !== 'hold' && kind !== 'void' && kind !== 'opening';

/** Debits are negative. The changes sum to zero. */
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

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

/** What an operator posts to resolve an exception; see exception.ts. */
export type PostingKind =
  | 'accept' // suspended money is the merchant's
  | 'return' // suspended money went back to its payer
  | 'write_off' // suspended money is nobody's
  | 'assign' // suspended money of an unknown order gets an order or a merchant
  | 'credit' // money that came in, or came back, is the merchant's
  | 'charge' // money that left after all is the merchant's loss
  | 'absorb'; // money that left after all is our loss

/** A correction reverses a posting of an earlier resolution. */
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
};

const undone = (kind: PostingKind): Accounts => ({
  from: postingAccounts[kind].to,
  to: postingAccounts[kind].from,
});

/** The accounts of each kind of transfer: it debits `from` and credits `to`. */
export const accounts: Readonly<Record<TransferKind, Accounts>> = {
  settle: { from: 'provider_clearing', to: 'available' },
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
};

/** What a transfer is booked for: a row that it must reference. */
export type Origin = 'order' | 'callback' | 'exception';

/** Without these references a transfer of the kind has no cause. Play money has none. */
export const origins: Record<TransferKind, readonly Origin[]> = {
  settle: ['order', 'callback'],
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
  assign: ['exception'],
  undo_accept: ['exception'],
  undo_return: ['exception'],
  undo_write_off: ['exception'],
  undo_assign: ['exception'],
  undo_credit: ['exception'],
  undo_charge: ['exception'],
  undo_absorb: ['exception'],
};

/** What brings a merchant money from outside, and what takes it there. Play money is neither. */
export const moneyIn: readonly TransferKind[] = ['settle', 'accept', 'credit', 'undo_charge'];
export const moneyOut: readonly TransferKind[] = ['post', 'charge', 'undo_accept', 'undo_credit'];

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

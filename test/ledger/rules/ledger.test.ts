import {
  changes,
  kindsWith,
  transferKinds,
  type TransferKind,
} from '../../../src/ledger/rules/ledger';

/** The accounts of each kind, written out independently of the ledger's table. */
const table: Readonly<Record<TransferKind, string>> = {
  receive: 'provider_clearing > available, order callback',
  suspend: 'provider_clearing > suspense, callback',
  opening: 'provider_clearing > available, ',
  hold: 'available > held, order',
  post: 'held > provider_clearing, order',
  void: 'held > available, order',
  vat_true_up: 'fee_rounding > vat_payable, ',
  vat_true_down: 'vat_payable > fee_rounding, ',
  defer: 'available > pending, order',
  recall: 'pending > available, order',
  defer_again: 'available > pending, order',
  provider_cost: 'provider_costs > provider_clearing, ',
  provider_cost_return: 'provider_clearing > provider_costs, ',
  mature: 'pending > available, ',
  hold_fee: 'available > held, order',
  release_fee: 'held > available, order',
  fee: 'available > fees, order',
  fee_vat: 'available > vat_payable, order',
  fee_return: 'fees > available, order',
  fee_vat_return: 'vat_payable > available, order',
  fee_due: 'fees_due > fees, order',
  fee_vat_due: 'fees_due > vat_payable, order',
  fee_due_return: 'fees > fees_due, order',
  fee_vat_due_return: 'vat_payable > fees_due, order',
  accept: 'suspense > available, exception',
  return: 'suspense > provider_clearing, exception',
  write_off: 'suspense > written_off, exception',
  credit: 'provider_clearing > available, exception',
  charge: 'available > provider_clearing, exception',
  absorb: 'written_off > provider_clearing, exception',
  lose: 'written_off > provider_clearing, exception',
  assign: 'suspense > provider_clearing, exception',
  undo_accept: 'available > suspense, exception',
  undo_return: 'provider_clearing > suspense, exception',
  undo_write_off: 'written_off > suspense, exception',
  undo_assign: 'provider_clearing > suspense, exception',
  undo_credit: 'available > provider_clearing, exception',
  undo_charge: 'provider_clearing > available, exception',
  undo_absorb: 'provider_clearing > written_off, exception',
  undo_lose: 'provider_clearing > written_off, exception',
};

describe('the ledger', () => {
  it.each(Object.entries(table))('books %s as %s', (name, expected) => {
    const kind = name as TransferKind;
    const { from, to, needs } = transferKinds[kind];
    expect(`${from} > ${to}, ${needs.join(' ')}`).toBe(expected);
  });

  it('has no other kinds of transfers', () => {
    expect(Object.keys(transferKinds).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it("excludes opening balances from a merchant's money in and out", () => {
    expect([...kindsWith('in')].toSorted()).toEqual(['accept', 'credit', 'receive']);
    expect([...kindsWith('out')].toSorted()).toEqual(['charge', 'post']);
  });

  it('adds up transfers account by account', () => {
    const sums = changes([
      { kind: 'receive', amountSatang: 10_000 },
      { kind: 'suspend', amountSatang: 50 },
      { kind: 'hold', amountSatang: 3_000 },
      { kind: 'post', amountSatang: 1_000 },
      { kind: 'void', amountSatang: 500 },
    ]);
    expect(sums).toEqual({
      available: 7_500,
      fee_rounding: 0,
      fees: 0,
      fees_due: 0,
      vat_payable: 0,
      held: 1_500,
      pending: 0,
      provider_clearing: -9_050,
      provider_costs: 0,
      suspense: 50,
      written_off: 0,
    });
  });

  it.each([0, -1, 0.5, NaN, Infinity, 2 ** 53])('refuses an amount of %p', (amountSatang) => {
    expect(() => changes([{ kind: 'receive', amountSatang }])).toThrow(RangeError);
  });
});

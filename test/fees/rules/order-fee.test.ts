import { changeFee, feeOfPayout, type OrderFee } from '../../../src/fees/rules/order-fee';
import type { Transfer } from '../../../src/ledger/rules/ledger';

const at = new Date('2026-11-01T00:00:00Z');
const band = { fromSatang: 0, rate: 0, flatSatang: 500, minSatang: null, maxSatang: null };
const pricing = {
  prices: [{ id: 'price_1', validFrom: new Date(0), bands: [band] }],
  vatRates: [],
  isOwed: false,
};

test('the fee of a payout is that of the money that has left, also after more came back', () => {
  let fee: OrderFee | null = feeOfPayout(pricing, 10_000, at);
  const move = (kind: Transfer['kind'], amountSatang: number) => {
    const changed = changeFee(
      { direction: 'out', amountSatang: 10_000, fee, pricing },
      { transfers: [{ kind, amountSatang }], returnedSatang: 0, at },
    );
    ({ fee } = changed);
    return changed.transfers.map((each) => `${each.kind} ${each.amountSatang}`);
  };
  expect(move('post', 10_000)).toEqual(['release_fee 500', 'fee 500']);
  expect(move('credit', 10_000)).toEqual(['fee_return 500']);
  expect(move('credit', 5_000)).toEqual([]);
  expect(move('undo_credit', 5_000)).toEqual([]);
  expect(move('undo_credit', 10_000)).toEqual(['fee 500']);
});

test('the fee of a payment is that of what is credited, also after older money went', () => {
  let fee: OrderFee | null = null;
  const move = (kind: Transfer['kind'], amountSatang: number) => {
    const changed = changeFee(
      { direction: 'in', amountSatang: 10_000, fee, pricing },
      { transfers: [{ kind, amountSatang }], returnedSatang: 0, at },
    );
    ({ fee } = changed);
    return changed.transfers.map((each) => `${each.kind} ${each.amountSatang}`);
  };
  // 100 baht were credited before the price; 50 are credited now.
  expect(move('accept', 5_000)).toEqual(['fee 500']);
  expect(move('charge', 10_000)).toEqual(['fee_return 500']);
  expect(fee).toMatchObject({ baseSatang: -5_000, feeSatang: 0 });
  expect(move('accept', 4_000)).toEqual([]);
  expect(move('undo_charge', 10_000)).toEqual(['fee 500']);
  expect(fee).toMatchObject({ baseSatang: 9_000 });
});

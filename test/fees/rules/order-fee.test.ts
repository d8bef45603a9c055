import { changeFee, feeOfPayout, netOf, type OrderFee } from '../../../src/fees/rules/order-fee';
import { feeWithin } from '../../../src/fees/rules/price';
import { fc } from '../../support/property';
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

test('a fee that is kept after a charge-back follows what is found to be a wrong amount', () => {
  const bands = [{ ...band, rate: 10_000, flatSatang: 0, isKept: true } as const];
  const keeping = { ...pricing, prices: [{ id: 'price_1', validFrom: new Date(0), bands }] };
  let fee: OrderFee | null = null;
  const move = (kind: Transfer['kind'], amountSatang: number, isOfAmount = false) => {
    const changed = changeFee(
      { direction: 'in', amountSatang: 10_000, fee, pricing: keeping },
      { transfers: [{ kind, amountSatang }], returnedSatang: 0, isOfAmount, at },
    );
    ({ fee } = changed);
    return changed.transfers.map((each) => `${each.kind} ${each.amountSatang}`);
  };
  expect(move('receive', 10_000)).toEqual(['fee 100']);
  expect(move('charge', 6_000)).toEqual([]);
  expect(move('charge', 1_000, true)).toEqual(['fee_return 10']);
  expect(move('undo_charge', 1_000, true)).toEqual(['fee 10']);
  expect(move('credit', 2_000, true)).toEqual(['fee 20']);
  // Undone, and credited again with less.
  expect(move('undo_credit', 2_000, true)).toEqual([]);
  expect(move('credit', 1_500, true)).toEqual(['fee_return 5']);
  // The bank gives back what it took, and more.
  expect(move('credit', 4_000)).toEqual([]);
  expect(move('credit', 3_000)).toEqual(['fee 10']);
});

test('the VAT of a fee is that of the day in Bangkok on which the money moved', () => {
  const vatRates = [
    { rate: 70_000, until: '2026-09-30' },
    { rate: 100_000, until: '2099-12-31' },
  ];
  const vatAt = (time: string) => {
    const order = { direction: 'in', amountSatang: 10_000, fee: null } as const;
    const moved = { transfers: [{ kind: 'receive', amountSatang: 10_000 } as const] };
    const taxed = { ...order, pricing: { ...pricing, vatRates } };
    return changeFee(taxed, { ...moved, returnedSatang: 0, at: new Date(time) }).fee?.vatSatang;
  };
  expect(vatAt('2026-09-30T16:59:59Z')).toBe(35);
  expect(vatAt('2026-09-30T17:00:00Z')).toBe(50);
});

describe('what random credits and charge-backs leave of an order', () => {
  const terms = fc.record({
    fromSatang: fc.constant(0),
    rate: fc.nat({ max: 1_000_000 }),
    flatSatang: fc.nat({ max: 20_000 }),
    minSatang: fc.option(fc.nat({ max: 20_000 })),
    maxSatang: fc.constant(null),
  });
  const moves = fc.array(
    fc.record({
      kind: fc.constantFrom('accept' as const, 'charge' as const),
      amountSatang: fc.integer({ min: 1, max: 30_000 }),
    }),
    { maxLength: 8 },
  );
  const vatRate = fc.constantFrom(0, 70_000, 100_000);

  /** The net, the satang that the order's money and fees have brought, and the charge-backs. */
  function play(its: object, given: readonly Transfer[], rate: number) {
    const prices = [{ id: 'price_1', validFrom: new Date(0), bands: [{ ...band, ...its }] }];
    const charging = { prices, vatRates: [{ until: '2099-12-31', rate }], isOwed: false };
    let fee: OrderFee | null = null;
    let [credited, taken, brought, disputes] = [0, 0, 0, 0];
    for (const move of given) {
      const isIn = move.kind === 'accept';
      // The bank takes back no more than it paid.
      if (!isIn && taken + move.amountSatang > credited) continue;
      credited += isIn ? move.amountSatang : 0;
      taken += isIn ? 0 : move.amountSatang;
      disputes += isIn ? 0 : 1;
      const order = { direction: 'in', amountSatang: 10_000, fee, pricing: charging } as const;
      const changed = changeFee(order, { transfers: [move], returnedSatang: 0, at });
      ({ fee } = changed);
      brought += isIn ? move.amountSatang : -move.amountSatang;
      for (const { kind, amountSatang } of changed.transfers)
        brought += kind.endsWith('_return') ? amountSatang : -amountSatang;
    }
    const net = netOf({ creditedSatang: credited, reversedSatang: taken, fee });
    return { net, brought, disputes, credited, fee };
  }

  it('is never negative, and what the postings add up to', () => {
    fc.assert(
      fc.property(terms, moves, vatRate, (its, given, rate) => {
        const { net, brought } = play(its, given, rate);
        expect(net).toBe(brought);
        expect(net).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is less by the fee of each charge-back, and no more', () => {
    const disputeSatang = 30_000;
    fc.assert(
      fc.property(terms, moves, vatRate, (its, given, rate) => {
        const free = play(its, given, rate);
        const charged = play({ ...its, disputeSatang }, given, rate);
        const each = disputeSatang + (disputeSatang * rate) / 1_000_000;
        expect(charged.net).toBe(charged.brought);
        expect(charged.net).toBe(free.net - free.disputes * each);
      }),
    );
  });

  it('is less by the fee of all that was credited, where the price keeps it', () => {
    fc.assert(
      fc.property(terms, moves, vatRate, (its, given, rate) => {
        const { net, brought, credited, fee } = play({ ...its, isKept: true }, given, rate);
        const price = { bands: [{ ...band, ...its }] };
        expect(net).toBe(brought);
        if (fee !== null) expect(fee).toMatchObject(feeWithin(price, credited, rate));
      }),
    );
  });
});

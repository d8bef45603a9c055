import fc from 'fast-check';
import {
  cappedFee,
  feeOf,
  priceAt,
  RATE_WHOLE,
  shareOf,
  vatRateAt,
  type Band,
  type Price,
} from '../../../src/fees/rules/price';

const SEVEN_PERCENT = 70_000;
const band = (rate: number, more: Partial<Band> = {}): Band => ({
  fromSatang: 0,
  rate,
  flatSatang: 0,
  minSatang: null,
  maxSatang: null,
  ...more,
});

/** Charges that a provider has recorded: amount, rate in percent, fee, VAT, net. */
const recorded = `
  3049 3.65 111 8 2930
  5000 3.65 183 13 4804
  12345 3.65 451 32 11862
  12349 3.65 451 32 11866
  30500 3.65 1113 78 29309
  31000 3.65 1132 79 29789
  50000 3.65 1825 128 48047
  67405 0 0 0 67405
  67405 3.65 2460 172 64773
  78105 3.65 2851 200 75054
  80245 3.65 2929 205 77111
  100000 3.65 3650 256 96094
  101645 3.65 3710 260 97675
  156000 1.65 2574 180 153246
  200000 3.65 7300 511 192189
  300049 3.65 10952 767 288330
  400000 1.65 6600 462 392938`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' ').map(Number) as [number, number, number, number, number]);

describe('a fee', () => {
  it.each(recorded)('of %i satang at %d %% is as recorded', (amount, percent, fee, vat, net) => {
    const found = feeOf({ bands: [band(Math.round(percent * 10_000))] }, amount, SEVEN_PERCENT);
    expect(found).toEqual({ feeSatang: fee, vatSatang: vat });
    expect(amount - found.feeSatang - found.vatSatang).toBe(net);
  });

  it('adds the flat part, within its minimum and maximum', () => {
    const priced = (amount: number, more: Partial<Band>) =>
      feeOf({ bands: [band(16_500, more)] }, amount, 0).feeSatang;
    expect(priced(100_000, { flatSatang: 500 })).toBe(2_150);
    expect(priced(300, { minSatang: 1_000 })).toBe(1_000);
    expect(priced(10_000_000, { maxSatang: 20_000 })).toBe(20_000);
    expect(priced(10_000_000, { flatSatang: 500, maxSatang: 20_000 })).toBe(20_000);
  });

  it('is that of the band of the amount', () => {
    const price = { bands: [band(0, { flatSatang: 300 }), band(16_500, { fromSatang: 50_000 })] };
    expect(feeOf(price, 49_999, 0).feeSatang).toBe(300);
    expect(feeOf(price, 50_000, 0).feeSatang).toBe(825);
  });

  it('leaves no less than nothing of the amount', () => {
    const fee = feeOf({ bands: [band(0, { minSatang: 1_000 })] }, 300, SEVEN_PERCENT);
    expect(fee).toEqual({ feeSatang: 1_000, vatSatang: 70 });
    expect(cappedFee(fee, 300, SEVEN_PERCENT)).toEqual({ feeSatang: 280, vatSatang: 20 });
    expect(cappedFee(fee, 1_070, SEVEN_PERCENT)).toBe(fee);
    expect(cappedFee(fee, 1_069, SEVEN_PERCENT)).toEqual({ feeSatang: 999, vatSatang: 70 });
  });

  it('is the greatest that fits, for every amount and rate of VAT', () => {
    const amounts = fc.integer({ min: 0, max: 2_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: RATE_WHOLE }), (amount, vatRate) => {
        const whole = { feeSatang: amount + 1, vatSatang: shareOf(amount + 1, vatRate) };
        const capped = cappedFee(whole, amount, vatRate);
        const { feeSatang, vatSatang } = capped;
        expect(vatSatang).toBe(shareOf(feeSatang, vatRate));
        expect(feeSatang + vatSatang).toBeLessThanOrEqual(amount);
        expect(feeSatang + 1 + shareOf(feeSatang + 1, vatRate)).toBeGreaterThan(amount);
      }),
    );
  });

  it('is half a satang away from the exact share at most, and never falls with the amount', () => {
    const amounts = fc.integer({ min: 0, max: 2_000_000_000 });
    const rates = fc.integer({ min: 0, max: RATE_WHOLE });
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const twice =
          2n * BigInt(amount) * BigInt(rate) - 2_000_000n * BigInt(shareOf(amount, rate));
        expect(twice >= -1_000_000n && twice < 1_000_000n).toBe(true);
        expect(shareOf(amount + 1, rate)).toBeGreaterThanOrEqual(shareOf(amount, rate));
      }),
    );
  });
});

describe('the version of a price', () => {
  const version = (id: string, from: string): Price => ({
    id,
    validFrom: new Date(from),
    bands: [band(0)],
  });
  const prices = [
    version('b', '2026-11-01T00:00:00Z'),
    version('a', '2026-10-01T00:00:00Z'),
    version('c', '2026-12-01T00:00:00Z'),
  ];

  it('is the last that has begun', () => {
    const at = (time: string) => priceAt(prices, new Date(time))?.id ?? null;
    expect(at('2026-09-30T23:59:59.999Z')).toBeNull();
    expect(at('2026-10-01T00:00:00Z')).toBe('a');
    expect(at('2026-11-30T23:59:59.999Z')).toBe('b');
    expect(at('2027-06-01T00:00:00Z')).toBe('c');
  });
});

describe('the rate of VAT', () => {
  const rates = [
    { rate: 70_000, until: '2026-09-30' },
    { rate: 100_000, until: '2027-09-30' },
  ];

  it('changes at midnight in Bangkok, and stays after its last day', () => {
    expect(vatRateAt(rates, new Date('2026-09-30T16:59:59Z'))).toBe(70_000);
    expect(vatRateAt(rates, new Date('2026-09-30T17:00:00Z'))).toBe(100_000);
    expect(vatRateAt(rates, new Date('2030-01-01T00:00:00Z'))).toBe(100_000);
    expect(vatRateAt([], new Date('2026-09-30T00:00:00Z'))).toBe(0);
  });
});

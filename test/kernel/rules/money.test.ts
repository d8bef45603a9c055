import { fc } from '../../support/property';
import {
  bahtToSatang,
  decimalBahtToSatang,
  formatBaht,
  formatMoney,
  readBaht,
  satangToBaht,
} from '../../../src/kernel/rules/money';

/** The largest amount that a JSON number of baht represents exactly: 13 digits of baht. */
const SATANG_MAX = 999_999_999_999_999;

describe('decimal baht', () => {
  test.each([
    [19.99, 1999],
    [1.1, 110],
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [1, 100],
    [1e3, 100_000],
    [0.01, 1],
    [0, 0],
    [-0, 0],
    [2_000_000, 200_000_000],
    [9_999_999_999_999.99, SATANG_MAX],
  ])('%p baht are exactly %p satang', (baht, satang) => {
    expect(decimalBahtToSatang(baht)).toBe(satang);
  });

  test.each([
    ['a third decimal', 1.005],
    ['a sum with a floating-point error', 0.1 + 0.2],
    ['a difference with a floating-point error', 1.1 - 0.1 - 0.9],
    ['less than a satang', 0.001],
    ['a number written with an exponent', 1e-7],
    ['a number too large for digits', 1e21],
    ['14 digits of baht', 10_000_000_000_000],
    ['a negative amount', -1],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus infinity', Number.NEGATIVE_INFINITY],
  ])('%s is refused, never rounded', (_name, baht) => {
    expect(decimalBahtToSatang(baht)).toBeNull();
  });

  test('every amount in satang survives a JSON round trip', () => {
    fc.assert(
      fc.property(fc.nat({ max: SATANG_MAX }), (satang) => {
        const wire: unknown = JSON.parse(JSON.stringify(satangToBaht(satang)));
        expect(decimalBahtToSatang(Number(wire))).toBe(satang);
      }),
      { numRuns: 2000 },
    );
  });

  test('a number is accepted only when two decimals represent it exactly', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e13, maxExcluded: true, noNaN: true }), (baht) => {
        const satang = decimalBahtToSatang(baht);
        if (satang === null) expect(Number(baht.toFixed(2))).not.toBe(baht);
        else expect(satangToBaht(satang)).toBe(baht);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('whole baht', () => {
  test.each([
    [1, 100],
    [2_000_000, 200_000_000],
    [90_071_992_547_409, 9_007_199_254_740_900],
  ])('%p baht are %p satang', (baht, satang) => {
    expect(bahtToSatang(baht)).toBe(satang);
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 90_071_992_547_410, 2 ** 53])(
    '%p is not a safe integer of baht and throws',
    (baht) => {
      expect(() => bahtToSatang(baht)).toThrow(RangeError);
    },
  );
});

describe('formatted satang', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [99, '0.99'],
    [100, '1.00'],
    [1999, '19.99'],
    [200_000_000, '2000000.00'],
    [-5, '-0.05'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('%p satang are "%s"', (satang, text) => {
    expect(formatBaht(satang)).toBe(text);
  });

  test.each([0.5, Number.NaN, 2 ** 53])('%p is not an amount in satang and throws', (satang) => {
    expect(() => formatBaht(satang)).toThrow(RangeError);
  });

  test('the text always has two decimals and all digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (satang) => {
        const text = formatBaht(satang);
        expect(text).toMatch(/^-?\d+\.\d\d$/);
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(satang));
      }),
    );
  });
});

describe('baht as typed by a person', () => {
  test.each([
    ['1234.5', 123_450],
    ['1,234.50', 123_450],
    ['฿ 1,234', 123_400],
    [' 0.01 ', 1],
    ['๑,๒๓๔.๕๐', 123_450],
    ['9999999999999.99', SATANG_MAX],
  ])('%p is %p satang', (typed, satang) => {
    expect(readBaht(typed)).toBe(satang);
  });

  test.each(['', '฿', '1,5', '1,23', '12,34,567', '1.234,50', '1.005', '-5', '1e3', 'ten', '1.'])(
    '%p is ambiguous or invalid and gives null',
    (typed) => {
      expect(readBaht(typed)).toBeNull();
    },
  );

  test('a displayed amount can be typed again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SATANG_MAX }), (satang) => {
        expect(readBaht(formatMoney(satang))).toBe(satang);
      }),
    );
  });

  test('a negative amount has its sign before the currency', () => {
    expect(formatMoney(-123_450)).toBe('−฿1,234.50');
  });
});

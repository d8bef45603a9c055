import { maturesOn } from '../../../src/maturity/rules/bank-day';
import { readHolidays } from '../../../src/maturity/rules/holidays-text';

/** Monday 2026-12-07 stands for Saturday's holiday; 2026-12-31 is the last Thursday. */
const HOLIDAYS = ['2026-12-07', '2026-12-10', '2026-12-31'];

describe('the day on which money matures', () => {
  it.each([
    ['the same day without bank days', '2026-12-02', 0, '2026-12-02'],
    ['the next bank day', '2026-12-02', 1, '2026-12-03'],
    ['after the weekend and the holiday on Monday', '2026-12-04', 1, '2026-12-08'],
    ['a bank day after that, also for money of Saturday', '2026-12-05', 2, '2026-12-09'],
    ['not counting the day itself, which is a holiday', '2026-12-10', 1, '2026-12-11'],
    ['the last bank day of a known year', '2026-12-29', 1, '2026-12-30'],
  ])('is %s', (_, day, days, expected) => {
    expect(maturesOn(day, days, HOLIDAYS)).toBe(expected);
  });

  it.each([
    ['a year without known holidays', '2026-12-30', 1, HOLIDAYS],
    ['a weekend of an unknown year', '2027-01-01', 1, HOLIDAYS],
    ['a deployment without any', '2026-12-01', 1, []],
  ])('is unknown in %s', (_, day, days, holidays) => {
    expect(maturesOn(day, days, holidays)).toBeNull();
  });

  it('is known as soon as the next year is', () => {
    const known = [...HOLIDAYS, '2027-01-01'];
    expect(maturesOn('2026-12-30', 1, known)).toBe('2027-01-04');
  });
});

describe('the bank holidays of a year', () => {
  it('are read in any order, in either era', () => {
    expect(readHolidays(' 2570-02-22, 2027-01-01\n2027-01-01;')).toEqual({
      year: 2027,
      days: ['2027-01-01', '2027-02-22'],
    });
  });

  it.each(['', 'soon', '2027-01-01 2028-01-01', '2027-02-30 2027-01-01'])(
    'are refused as %j',
    (typed) => {
      expect(readHolidays(typed)).toBeNull();
    },
  );
});

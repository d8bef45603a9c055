import {
  latestMailAt,
  monthOf,
  monthlyTitle,
  nextMailAt,
} from '../../../src/links/rules/monthly-mail';

const at = (bangkok: string) => new Date(`${bangkok}:00+07:00`);

describe('the next monthly mail', () => {
  it.each([
    // day, after, next
    [15, '2026-11-14T23:59', '2026-11-15T08:00'],
    [15, '2026-11-15T07:59', '2026-11-15T08:00'],
    [15, '2026-11-15T08:00', '2026-12-15T08:00'],
    [31, '2026-11-29T12:00', '2026-11-30T08:00'],
    [31, '2026-11-30T08:00', '2026-12-31T08:00'],
    [31, '2027-01-31T08:00', '2027-02-28T08:00'],
    [30, '2028-01-30T08:00', '2028-02-29T08:00'],
    [29, '2027-02-28T08:00', '2027-03-29T08:00'],
    [1, '2026-12-01T08:00', '2027-01-01T08:00'],
    // The first of December in Bangkok is still November in UTC.
    [1, '2026-12-01T00:30', '2026-12-01T08:00'],
  ])('of day %d after %s is at %s in Bangkok', (day, after, next) => {
    expect(nextMailAt(day, at(after))).toEqual(at(next));
  });

  it('is once in each month of 40 years, on the day or the last one', () => {
    for (const day of [1, 28, 29, 30, 31]) {
      let due = nextMailAt(day, at('2026-01-01T00:00'));
      for (let month = 0; month < 480; month++) {
        const last = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate();
        expect(due).toEqual(new Date(Date.UTC(2026, month, Math.min(day, last), 1)));
        due = nextMailAt(day, due);
      }
    }
  });
});

test('the latest due mail after an outage of three months is the only one', () => {
  const now = at('2027-03-02T10:00');
  expect(latestMailAt(31, at('2026-11-30T08:00'), now)).toEqual(at('2027-02-28T08:00'));
});

test('the month is that of Bangkok', () => {
  expect(monthOf(at('2026-12-01T00:30'))).toBe('2026-12');
});

test('a title has the month where it fits', () => {
  expect(monthlyTitle('Rent', '2026-12', 'en')).toBe('Rent · December 2026');
  expect(monthlyTitle('ค่าเช่า', '2026-12', 'th')).toBe('ค่าเช่า · ธันวาคม 2569');
  const long = 'x'.repeat(80);
  expect(monthlyTitle(long, '2026-12', 'en')).toBe(long);
});

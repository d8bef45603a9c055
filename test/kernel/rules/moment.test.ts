import { bangkokDayEnd, bangkokDayStart, readDay } from '../../../src/kernel/rules/bangkok-day';
import { momentBetween, movementTime, readMoment } from '../../../src/kernel/rules/moment';

describe('an ISO 8601 date-time', () => {
  test.each([
    ['2026-11-01T08:30:15Z', '2026-11-01T08:30:15.000Z'],
    ['2026-11-01T08:30Z', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01T08:30', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01t08:30:15.1z', '2026-11-01T08:30:15.100Z'],
    ['2026-11-01T08:30:15.123456789Z', '2026-11-01T08:30:15.123Z'],
    ['2026-11-01T08:30:15+07:00', '2026-11-01T01:30:15.000Z'],
    ['2026-11-01T08:30:15+0700', '2026-11-01T01:30:15.000Z'],
    ['2026-11-01T08:30:15+07', '2026-11-01T01:30:15.000Z'],
    ['2026-11-01T08:30:15-0330', '2026-11-01T12:00:15.000Z'],
    ['2569-11-01T08:30:15+07:00', '2026-11-01T01:30:15.000Z'],
    ['2567-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2400-01-01T00:00:00Z', '1857-01-01T00:00:00.000Z'],
    ['2399-12-31T00:00:00Z', '2399-12-31T00:00:00.000Z'],
    ['2700-01-01T00:00:00Z', '2700-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(readMoment(text)?.toISOString()).toBe(moment);
  });

  test.each([
    '',
    '2026-11-01',
    '2026-11-27 22:10:00',
    '2026-02-30T00:00:00Z',
    '2569-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T25:00:00Z',
    '2026-11-01T08:60:00Z',
    '2026-11-01T08:30:61Z',
    '2026-11-01T08:30:15+7',
    '2026-11-01T08:30:15+99:99',
    '20261101T083015Z',
    '-271821-04-20T00:00:00Z',
    '1730000000',
  ])('%j is none', (text) => {
    expect(readMoment(text)).toBeNull();
  });

  test('has the given offset where it names none', () => {
    expect(readMoment('2026-11-01T08:30:15', '+07:00')?.toISOString()).toBe(
      '2026-11-01T01:30:15.000Z',
    );
  });
});

describe('a day', () => {
  test.each([
    ['2026-11-01', '2026-11-01'],
    ['2569-11-01', '2026-11-01'],
    ['2567-02-29', '2024-02-29'],
    ['2569-02-29', null],
    ['2026-02-30', null],
    ['0000-01-01', null],
    ['0001-01-01', '0001-01-01'],
    ['01/11/2569', null],
  ])('%s is %s', (text, day) => {
    expect(readDay(text)).toBe(day);
  });

  test('lasts from midnight to midnight in Bangkok', () => {
    expect(bangkokDayStart('2026-11-01').toISOString()).toBe('2026-10-31T17:00:00.000Z');
    expect(bangkokDayEnd('2026-11-01').toISOString()).toBe('2026-11-01T16:59:59.999Z');
  });
});

describe('the time of a movement', () => {
  const arrivedAt = new Date('2026-11-28T10:00:00Z');

  test.each([
    ['2026-11-28T09:59:00Z', '2026-11-28T09:59:00.000Z'],
    ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.000Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-29T10:00:00Z', '2026-11-29T10:00:00.000Z'],
    ['2026-11-21T09:59:59Z', '2026-11-28T10:00:00.000Z'],
    ['2026-11-29T10:00:01Z', '2026-11-28T10:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '2026-11-28T10:00:00.000Z'],
    ['9999-01-01T00:00:00Z', '2026-11-28T10:00:00.000Z'],
  ])('reported as %s is %s', (reported, used) => {
    expect(movementTime(new Date(reported), arrivedAt).toISOString()).toBe(used);
  });

  test('is the arrival of a report without one', () => {
    expect(movementTime(null, arrivedAt)).toBe(arrivedAt);
  });
});

test('a moment is bounded, first above and then below', () => {
  const [one, two, three] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day))) as [
    Date,
    Date,
    Date,
  ];
  expect(momentBetween(one, two, three)).toEqual(two);
  expect(momentBetween(two, one, three)).toEqual(two);
  expect(momentBetween(one, three, two)).toEqual(two);
  expect(momentBetween(three, one, two)).toEqual(three);
});

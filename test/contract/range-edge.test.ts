import { rangeEdge } from '../../src/contract/fields';

const read = (text: string, edge: 'start' | 'end' = 'start') =>
  rangeEdge(edge).safeParse(text).data?.toISOString() ?? null;

test('a day is the day in Bangkok, from its first to its last moment', () => {
  expect(read('2026-11-03', 'start')).toBe('2026-11-02T17:00:00.000Z');
  expect(read('2026-11-03', 'end')).toBe('2026-11-03T16:59:59.999Z');
  expect(read('2569-11-03', 'end')).toBe('2026-11-03T16:59:59.999Z');
});

test.each([
  ['2026-11-01T08:30Z', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T08:30:00', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T08:30:00+0700', '2026-11-01T01:30:00.000Z'],
  ['2026-11-01T08:30:00+07', '2026-11-01T01:30:00.000Z'],
  ['2026-11-01T08:30:00 07:00', '2026-11-01T01:30:00.000Z'],
  ['2569-11-01T08:30:00Z', '2026-11-01T08:30:00.000Z'],
  ['2026-02-30', null],
  ['2569-02-29', null],
  ['yesterday', null],
])('%s is %s', (text, moment) => {
  expect(read(text)).toBe(moment);
});

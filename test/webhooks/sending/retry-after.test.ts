import { readRetryAfterMs } from '../../../src/webhooks/sending/retry-after';

const nowMs = Date.UTC(2026, 0, 1, 12, 0, 0);
const dayMs = 86_400_000;

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7000],
    ['86400', dayMs],
    ['86401', dayMs],
    ['99999999999999999999999999', dayMs],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', dayMs],
  ])('of %p is %p ms', (header, expected) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(expected);
  });

  it.each([
    [undefined],
    [''],
    ['-1'],
    ['1.5'],
    ['1e3'],
    ['0x10'],
    ['soon'],
    ['May'],
    ['2026-01-01T12:00:30Z'],
    ['Thu, 01 Jan 2026 11:59:59 GMT'],
    ['Thu, 99 Jan 2026 12:00:30 GMT'],
    [['1', '2']],
  ])('of %p is ignored', (header) => {
    expect(readRetryAfterMs(header, nowMs)).toBeNull();
  });
});

import { fc } from '../../support/property';
import {
  DISABLE_AFTER_MS,
  attemptsMax,
  nextAttemptDelayMs,
} from '../../../src/webhooks/sending/schedule';

const hourMs = 3_600_000;
const promisedMs = [
  5_000,
  300_000,
  1_800_000,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];
const middle = () => 0.5;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((x) => () => x);
const attempt = fc.integer({ min: 1, max: promisedMs.length });
const anyRetryAfter = fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));

const delayMs = (attemptsMade: number, retryAfterMs: number | null, roll: () => number): number =>
  nextAttemptDelayMs({ attemptsMade, retryAfterMs, random: roll }) ?? Number.NaN;

describe('the schedule of a webhook', () => {
  it('is the documented one, with ten attempts', () => {
    const delays = promisedMs.map((_, made) => delayMs(made + 1, null, middle));
    expect(delays).toEqual(promisedMs);
    expect(attemptsMax).toBe(10);
  });

  it('ends before a failing webhook is disabled, even with the longest delays', () => {
    const slowest = promisedMs.reduce((sum, _, made) => sum + delayMs(made + 1, null, () => 1), 0);
    expect(slowest).toBeLessThan(DISABLE_AFTER_MS);
  });

  it('deviates by at most a fifth', () => {
    fc.assert(
      fc.property(attempt, random, (made, roll) => {
        const promised = promisedMs[made - 1] ?? 0;
        const delay = delayMs(made, null, roll);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(promised * 0.8);
        expect(delay).toBeLessThanOrEqual(promised * 1.2);
      }),
    );
  });

  it('spreads concurrent retries over the whole deviation', () => {
    expect(delayMs(1, null, () => 0)).toBe(4000);
    expect(delayMs(1, null, () => 1)).toBe(6000);
  });

  it('respects Retry-After up to two hours beyond its delay', () => {
    fc.assert(
      fc.property(attempt, anyRetryAfter, random, (made, retryAfterMs, roll) => {
        const delay = delayMs(made, retryAfterMs, roll);
        const planned = delayMs(made, null, roll);
        const asked = Math.min(retryAfterMs ?? 0, planned + 2 * hourMs);
        expect(delay).toBe(Math.max(asked, planned));
      }),
    );
  });

  it('ends after the last attempt, with any Retry-After', () => {
    fc.assert(
      fc.property(fc.integer({ min: attemptsMax }), anyRetryAfter, random, (made, after, roll) => {
        const failed = { attemptsMade: made, retryAfterMs: after, random: roll };
        expect(nextAttemptDelayMs(failed)).toBeNull();
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('throws after %p attempts', (made) => {
    expect(() => delayMs(made, null, middle)).toThrow(RangeError);
  });
});

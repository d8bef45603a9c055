import { LatencyLimiter } from '../../src/temporal/latency-limiter';

/** What a pace makes of calls that took so long, in milliseconds. */
function restsAfter(...tookMs: number[]): number[] {
  const pace = new LatencyLimiter();
  return tookMs.map((ms) => pace.delayMs(ms));
}

test('calls that are answered as fast as ever are made without a rest', () => {
  expect(restsAfter(5, 5, 5).at(-1)).toBe(0);
});

test('a server that is far away is told as often as one that is near', () => {
  expect(Math.max(...restsAfter(...Array.from({ length: 1_000 }, () => 80)))).toBe(0);
});

test('a call that had to wait is followed by a rest of several times as long', () => {
  const [, rest] = restsAfter(5, 15);
  expect(rest).toBeGreaterThan(50);
  expect(rest).toBeLessThan(100);
});

test('no rest is longer than a quarter of a second', () => {
  expect(restsAfter(5, 1_900)).toEqual([0, 250]);
});

test('a server that has become slower for good is told without rests again, in time', () => {
  const rests = restsAfter(5, ...Array.from({ length: 500 }, () => 40));
  expect(rests[1]).toBe(250);
  expect(rests.at(-1)).toBe(0);
});

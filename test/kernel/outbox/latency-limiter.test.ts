import { LatencyLimiter } from '../../../src/kernel/outbox/latency-limiter';

/** The delays after calls of the given durations in milliseconds. */
function delaysAfter(...tookMs: number[]): number[] {
  const pace = new LatencyLimiter();
  return tookMs.map((ms) => pace.delayMs(ms));
}

test('calls of constant latency are not delayed', () => {
  expect(delaysAfter(5, 5, 5).at(-1)).toBe(0);
});

test('a distant server is called as often as a near one', () => {
  expect(Math.max(...delaysAfter(...Array.from({ length: 1_000 }, () => 80)))).toBe(0);
});

test('a slow call is followed by a delay of several times its excess latency', () => {
  const [, delayMs] = delaysAfter(5, 15);
  expect(delayMs).toBeGreaterThan(50);
  expect(delayMs).toBeLessThan(100);
});

test('a delay is at most a quarter of a second', () => {
  expect(delaysAfter(5, 1_900)).toEqual([0, 250]);
});

test('the limiter adapts to a permanently slower server', () => {
  const delaysMs = delaysAfter(5, ...Array.from({ length: 500 }, () => 40));
  expect(delaysMs[1]).toBe(250);
  expect(delaysMs.at(-1)).toBe(0);
});

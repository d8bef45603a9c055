import {
  addCalls,
  healthyWindow,
  type HealthWindow,
} from '../../../src/providers/rules/account-health';

const START_MS = Date.UTC(2026, 10, 23, 5);
const SECOND = 1_000;

/** The health after batches of calls: [seconds since the start, calls, failures]. */
function after(...batches: readonly (readonly [number, number, number])[]): HealthWindow['health'] {
  let window = healthyWindow;
  for (const [seconds, calls, failures] of batches) {
    window = addCalls(window, { calls, failures }, START_MS + seconds * SECOND);
  }
  return window.health;
}

describe('an account', () => {
  it.each([
    ['up without failures', [[0, 100, 0]], 'up'],
    ['up with 4 failures of 4 calls', [[0, 4, 4]], 'up'],
    ['down with 5 failures of 5 calls', [[0, 5, 5]], 'down'],
    ['down with 5 failures of 10 calls', [[0, 10, 5]], 'down'],
    ['degraded with 5 failures of 11 calls', [[0, 11, 5]], 'degraded'],
    ['degraded with 5 failures of 50 calls', [[0, 50, 5]], 'degraded'],
    ['up with 5 failures of 51 calls', [[0, 51, 5]], 'up'],
    [
      'down with failures of several batches',
      [
        [0, 1, 1],
        [1, 1, 1],
        [70, 3, 3],
      ],
      'down',
    ],
    [
      'up when its failures are five minutes apart',
      [
        [0, 4, 4],
        [301, 4, 4],
      ],
      'up',
    ],
    [
      'down when they are within five minutes',
      [
        [0, 4, 4],
        [299, 4, 4],
      ],
      'down',
    ],
    [
      'up after five minutes of degradation',
      [
        [0, 20, 5],
        [301, 1, 0],
      ],
      'up',
    ],
    [
      'down for as long as no probe succeeds',
      [
        [0, 5, 5],
        [900, 100, 0],
      ],
      'down',
    ],
  ] as const)('is %s', (_what, batches, expected) => {
    expect(after(...batches)).toBe(expected);
  });

  it('keeps a bounded number of buckets', () => {
    let window = healthyWindow;
    for (let second = 0; second < 3_600; second++) {
      window = addCalls(window, { calls: 1, failures: 0 }, START_MS + second * SECOND);
    }
    expect(window.buckets.length).toBeLessThanOrEqual(21);
    const counted = window.buckets.reduce((sum, { calls }) => sum + calls, 0);
    expect(counted).toBeGreaterThanOrEqual(285);
    expect(counted).toBeLessThanOrEqual(300);
  });
});

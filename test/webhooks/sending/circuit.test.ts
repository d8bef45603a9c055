import { fc } from '../../support/property';
import {
  PROBE_MS,
  afterFailure,
  reslotRetryMs,
  slotRetryMs,
  type Circuit,
  type Failure,
} from '../../../src/webhooks/sending/circuit';
import { ATTEMPT_TIMEOUT_MS, DISABLE_AFTER_MS } from '../../../src/webhooks/sending/schedule';

const healthy: Circuit = { failures: 0, failingForMs: 0, isOpen: false };
const plain: Failure = { isProbe: false, isGone: false, retryAfterMs: null };
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** The cooldowns of a webhook that only fails: attempts until the circuit opens, then probes. */
function cooldowns(count: number): (number | null)[] {
  let circuit = healthy;
  return Array.from({ length: count }, () => {
    const after = afterFailure(circuit, { ...plain, isProbe: circuit.isOpen });
    const { failures, cooldownMs } = after;
    circuit = { ...circuit, failures, isOpen: circuit.isOpen || cooldownMs !== null };
    return cooldownMs;
  });
}

describe('circuit breaker', () => {
  it('opens at the fifth consecutive failure and doubles the cooldown up to 10 minutes', () => {
    const minuteMs = 60_000;
    expect(cooldowns(12)).toEqual([
      null,
      null,
      null,
      null,
      ...[0.5, 1, 2, 4, 8, 10, 10, 10].map((minutes) => minutes * minuteMs),
    ]);
  });

  it('does not count a failure that is not the probe while open', () => {
    const open = { ...healthy, failures: 5, isOpen: true };
    expect(afterFailure(open, plain)).toEqual({
      failures: 5,
      cooldownMs: null,
      disabledReason: null,
    });
  });

  it('extends the cooldown by Retry-After, up to 10 minutes, and only when it opens', () => {
    const asks = (failures: number, retryAfterMs: number) =>
      afterFailure({ ...healthy, failures }, { ...plain, retryAfterMs }).cooldownMs;
    expect([0, 3].map((failures) => asks(failures, 90_000))).toEqual([null, null]);
    expect(asks(4, 90_000)).toBe(90_000);
    expect(asks(4, 10_000)).toBe(30_000);
    expect(asks(4, Number.MAX_SAFE_INTEGER)).toBe(600_000);
  });

  it('disables the webhook after a 410, or after more than five days of failures', () => {
    expect(afterFailure(healthy, { ...plain, isGone: true }).disabledReason).toBe('gone');
    const failing = (failingForMs: number) => afterFailure({ ...healthy, failingForMs }, plain);
    expect(failing(DISABLE_AFTER_MS).disabledReason).toBeNull();
    expect(failing(DISABLE_AFTER_MS + 1).disabledReason).toBe('failing');
  });
});

describe('retry delay of a waiting delivery', () => {
  it('ends after the cooldown, spread over 30 seconds', () => {
    fc.assert(
      fc.property(fc.nat(10 * 60_000), random, (cooldownMs, roll) => {
        const inMs = reslotRetryMs(cooldownMs, () => roll);
        expect(inMs).toBeGreaterThanOrEqual(cooldownMs);
        expect(inMs).toBeLessThanOrEqual(cooldownMs + 30_000);
      }),
    );
  });

  it('grows with the number of rejected attempts to acquire a slot', () => {
    const middle = () => 0.5;
    const waits = [0, 1, 10, 100, 1_000, 100_000].map((rejected) => slotRetryMs(rejected, middle));
    expect(waits).toEqual([500, 520, 700, 2_500, 15_000, 15_000]);
    fc.assert(
      fc.property(fc.nat(), random, (rejected, roll) => {
        const inMs = slotRetryMs(rejected, () => roll);
        expect(inMs).toBeGreaterThanOrEqual(400);
        expect(inMs).toBeLessThanOrEqual(1.2 * ATTEMPT_TIMEOUT_MS);
      }),
    );
  });

  it('of a probe is longer than an attempt', () => {
    expect(PROBE_MS).toBeGreaterThan(ATTEMPT_TIMEOUT_MS);
  });
});

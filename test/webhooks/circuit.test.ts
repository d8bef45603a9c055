import * as fc from 'fast-check';
import { PROBE_MS, afterFailure, returnInMs, turnInMs } from '../../src/webhooks/circuit';
import type { Circuit, Failure } from '../../src/webhooks/circuit';
import { createPlaces } from '../../src/webhooks/semaphore';
import {
  ATTEMPT_TIMEOUT_MS,
  DISABLE_AFTER_MS,
  RETRY_AFTER_MS_MAX,
} from '../../src/webhooks/schedule';

const healthy: Circuit = { failures: 0, failingForMs: 0, isResting: false };
const plain: Failure = { isProbe: false, isGone: false, retryAfterMs: null };
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** What a webhook that only fails goes through: by attempts until it rests, by probes then. */
function rests(count: number): (number | null)[] {
  let circuit = healthy;
  return Array.from({ length: count }, () => {
    const after = afterFailure(circuit, { ...plain, isProbe: circuit.isResting });
    const { failures, restsForMs } = after;
    circuit = { ...circuit, failures, isResting: circuit.isResting || restsForMs !== null };
    return restsForMs;
  });
}

describe('a webhook that fails', () => {
  it('rests from its fifth failure in a row, doubling, for 10 minutes at most', () => {
    const minuteMs = 60_000;
    expect(rests(12)).toEqual([
      null,
      null,
      null,
      null,
      ...[0.5, 1, 2, 4, 8, 10, 10, 10].map((minutes) => minutes * minuteMs),
    ]);
  });

  it('rests no longer because of an attempt that is not its probe', () => {
    const resting = { ...healthy, failures: 5, isResting: true };
    expect(afterFailure(resting, plain)).toEqual({
      failures: 5,
      restsForMs: null,
      disabledReason: null,
    });
  });

  it('rests as long as it asks for, but for a day at most', () => {
    const asks = (retryAfterMs: number) => afterFailure(healthy, { ...plain, retryAfterMs });
    expect(asks(90_000)).toMatchObject({ failures: 1, restsForMs: 90_000 });
    expect(asks(Number.MAX_SAFE_INTEGER)).toMatchObject({ restsForMs: RETRY_AFTER_MS_MAX });
  });

  it('is disabled when it says that it is gone, or has failed for more than five days', () => {
    expect(afterFailure(healthy, { ...plain, isGone: true }).disabledReason).toBe('gone');
    const failing = (failingForMs: number) => afterFailure({ ...healthy, failingForMs }, plain);
    expect(failing(DISABLE_AFTER_MS).disabledReason).toBeNull();
    expect(failing(DISABLE_AFTER_MS + 1).disabledReason).toBe('failing');
  });
});

describe('what waits', () => {
  it('comes back after the rest, spread over half a minute', () => {
    fc.assert(
      fc.property(fc.nat(RETRY_AFTER_MS_MAX), random, (restsForMs, roll) => {
        const inMs = returnInMs(restsForMs, () => roll);
        expect(inMs).toBeGreaterThanOrEqual(restsForMs);
        expect(inMs).toBeLessThanOrEqual(restsForMs + 30_000);
      }),
    );
  });

  it('asks for a place less often the more have asked in vain', () => {
    const middle = () => 0.5;
    const waits = [0, 1, 10, 100, 1_000, 100_000].map((turned) => turnInMs(turned, middle));
    expect(waits).toEqual([500, 520, 700, 2_500, 15_000, 15_000]);
    fc.assert(
      fc.property(fc.nat(), random, (turned, roll) => {
        const inMs = turnInMs(turned, () => roll);
        expect(inMs).toBeGreaterThanOrEqual(400);
        expect(inMs).toBeLessThanOrEqual(1.2 * ATTEMPT_TIMEOUT_MS);
      }),
    );
  });

  it('finds the outcome of a probe known when its time is over', () => {
    expect(PROBE_MS).toBeGreaterThan(ATTEMPT_TIMEOUT_MS);
  });
});

describe('the places of a webhook', () => {
  it('are its own, are given back, and say how many found none', () => {
    const places = createPlaces(2);
    const leave = places.take('a');
    expect(places.take('a')).not.toBeNull();
    expect(places.take('b')).not.toBeNull();
    expect([places.take('a'), places.take('a')]).toEqual([null, null]);
    expect([places.underWay('a'), places.turnedAway('a')]).toEqual([2, 2]);
    leave?.();
    expect([places.underWay('a'), places.turnedAway('a')]).toEqual([1, 0]);
    expect(places.take('a')).not.toBeNull();
    expect(places.take('a')).toBeNull();
  });
});

import { createAdmission, overloaded, type Place } from '../../src/http/middleware/admission';
import type { Family } from '../../src/http/definition';
import { createMetrics } from '../../src/platform/observe/metrics';
import { createQueueDelays } from '../../src/platform/queue-delays';

const TENTH_MS = 100;

function start({ requestsInFlightMax = 500, queueDelayMaxMs = 20 } = {}) {
  let nowMs = 0;
  const config = { requestsInFlightMax, queueDelayMaxMs } as Parameters<typeof createAdmission>[0];
  const queue = createQueueDelays(() => nowMs);
  const admission = createAdmission(config, createMetrics(), [queue], () => nowMs);
  const enter = (family: Family = 'qr') => admission.enter({ family });
  const advance = (ms: number) => (nowMs += ms);
  /** Begins an authentication. The result ends it. */
  const authenticate = (place: Place): (() => Promise<void>) => {
    let end = (): void => undefined;
    const measured = place.measure(() => new Promise<void>((resolve) => (end = resolve)));
    return () => {
      end();
      return measured;
    };
  };
  return {
    enter,
    queue,
    hold: () => admission.holdMs(),
    advance,
    authenticate,
    /**
     * Intervals whose only authentication takes longer than QUEUE_DELAY_MAX_MS, 20 by default. The
     * last one ends with the next request.
     */
    queueFor: async (intervals: number, place: Place | undefined) => {
      for (let count = 1; count <= intervals; count++) {
        admission.enter({ family: 'ops' }).leave();
        const end = authenticate(place as Place);
        advance(21);
        await end();
        advance(TENTH_MS);
      }
    },
    /** Enters until a request is refused. */
    fill: (family?: Family): Place[] => {
      const places: Place[] = [];
      for (;;) {
        try {
          places.push(enter(family));
        } catch (error) {
          expect(error).toBe(overloaded);
          return places;
        }
      }
    },
  };
}

/** The places after intervals whose shortest authentication took `ms`. */
async function placesAfter(delays: readonly number[]): Promise<number> {
  const { fill, advance, authenticate } = start();
  const held = fill();
  for (const ms of delays) {
    // The second one takes 30 ms more.
    const ends = held.slice(0, 2).map(authenticate);
    for (const [index, step] of [ms, 30].entries()) {
      advance(step);
      await ends[index]?.();
    }
    advance(TENTH_MS);
    expect(fill()).toEqual([]);
  }
  for (const place of held) place.leave();
  return fill().length;
}

const each = (intervals: number, ms: number): number[] => Array<number>(intervals).fill(ms);

describe('the places for requests', () => {
  it('are REQUESTS_IN_FLIGHT_MAX without a queue', () => {
    expect(start({ requestsInFlightMax: 7 }).fill()).toHaveLength(7);
  });

  it('shrink while the shortest delay of each interval is too long, down to 64', async () => {
    expect(await placesAfter(each(8, 20))).toBe(500);
    expect(await placesAfter(each(8, 21))).toBe(350);
    expect(await placesAfter(each(9, 21))).toBe(245);
    expect(await placesAfter(each(17, 21))).toBe(64);
  });

  it('are kept in a burst, which ends within eight intervals', async () => {
    expect(await placesAfter(each(7, 21))).toBe(500);
    expect(await placesAfter([...each(7, 21), 20, ...each(7, 21)])).toBe(500);
  });

  it('shrink with each further interval that has a queue until all are back', async () => {
    // 350 and 385, of which 70 % are 269.
    expect(await placesAfter([...each(8, 21), 20, 21])).toBe(269);
    expect(await placesAfter([...each(8, 21), ...each(4, 20), ...each(7, 21)])).toBe(500);
  });

  it('shrink while no authentication of an earlier interval ends', () => {
    const { fill, advance, authenticate } = start();
    const held = fill();
    authenticate(held[0] as Place);
    for (let tenths = 0; tenths < 9; tenths++) {
      advance(TENTH_MS);
      expect(fill()).toEqual([]);
    }
    for (const place of held) place.leave();
    expect(fill()).toHaveLength(350);
  });

  it('are kept while no authentication has taken longer than QUEUE_DELAY_MAX_MS', () => {
    const { fill, advance, authenticate } = start({ queueDelayMaxMs: 1_000 });
    const held = fill();
    authenticate(held[0] as Place);
    for (let tenths = 0; tenths < 10; tenths++) {
      advance(TENTH_MS);
      expect(fill()).toEqual([]);
    }
    for (const place of held) place.leave();
    expect(fill()).toHaveLength(500);
  });

  it('shrink while the shortest delay of another queue is too long', async () => {
    const { fill, advance, authenticate, queue } = start();
    const held = fill();
    for (let intervals = 0; intervals < 8; intervals++) {
      const authenticated = authenticate(held[0] as Place);
      const [first, second] = [queue.begin(), queue.begin()];
      await authenticated();
      advance(21);
      first();
      advance(TENTH_MS);
      second();
      expect(fill()).toEqual([]);
    }
    for (const place of held) place.leave();
    expect(fill()).toHaveLength(350);
  });

  it('shrink below the number in use', async () => {
    const { enter, fill, queueFor } = start();
    const held = Array.from({ length: 100 }, () => enter());
    await queueFor(8, held[0]);
    expect(fill()).toEqual([]);
    for (const place of held) place.leave();
    expect(fill()).toHaveLength(70);
  });

  it('grow back when the queue has gone', async () => {
    expect(await placesAfter([...each(9, 21), 5])).toBe(270);
    expect(await placesAfter([...each(17, 21), ...each(30, 5)])).toBe(500);
  });

  it('grow back in every tenth of a second without a request', async () => {
    const { enter, fill, advance, queueFor } = start();
    const held = fill();
    await queueFor(8, held[0]);
    expect(fill()).toEqual([]);
    for (const place of held) place.leave();
    // 350, 385, 424 and 467.
    advance(3 * TENTH_MS);
    enter().leave();
    expect(fill()).toHaveLength(467);
  });

  it('are kept after a slow authentication of few requests', async () => {
    const { enter, fill, queueFor } = start();
    await queueFor(8, enter());
    expect(fill()).toHaveLength(499);
  });

  it('are kept after an authentication that was slow before a pause', async () => {
    const { fill, advance, queueFor } = start();
    const held = fill();
    await queueFor(8, held[0]);
    advance(TENTH_MS);
    held.pop()?.leave();
    expect(fill()).toHaveLength(1);
  });

  it('are free again when a request ends, or while its client sends the body', async () => {
    const { enter, fill } = start({ requestsInFlightMax: 2 });
    const [first] = fill();
    let received = (): void => undefined;
    const receiving = first?.outside(() => new Promise<void>((resolve) => (received = resolve)));
    enter();
    expect(fill()).toEqual([]);
    received();
    await receiving;
    expect(fill()).toEqual([]);
    first?.leave();
    expect(fill()).toEqual([]);
  });

  it('are held again after a body that failed', async () => {
    const { fill } = start({ requestsInFlightMax: 1 });
    const [only] = fill();
    await expect(only?.outside(() => Promise.reject(new Error('aborted')))).rejects.toThrow();
    expect(fill()).toEqual([]);
    only?.leave();
    expect(fill()).toHaveLength(1);
  });
});

describe('under overload', () => {
  it.each([
    ['qr', 0],
    ['bank', 0],
    ['page', 0],
    ['dashboard', 0],
    ['console', 30],
    ['callback', 130],
  ] as const)('a request of the family %s gets %i more places', async (family, more) => {
    const { fill, queueFor } = start({ requestsInFlightMax: 100 });
    const held = fill();
    await queueFor(8, held[0]);
    for (const place of held.splice(70)) place.leave();
    expect(fill(family)).toHaveLength(more);
  });

  it('health checks are always served', () => {
    const { fill, enter } = start({ requestsInFlightMax: 1 });
    fill('callback');
    for (let count = 0; count < 1_000; count++) enter('ops');
  });
});

describe('the refusal of a client that repeats too early', () => {
  it('is sent after the others, one for three requests that end', () => {
    const { fill, hold, advance } = start({ requestsInFlightMax: 100 });
    for (const place of fill()) place.leave();
    advance(TENTH_MS);
    fill();
    // 100 requests ended in 100 ms.
    const held = Array.from({ length: 200 }, hold);
    expect([held[0], held[1], held[199]]).toEqual([50, 53, 647]);
  });

  it('is held for a second at most, also when no request ends', () => {
    const { fill, hold, advance } = start({ requestsInFlightMax: 1 });
    fill();
    advance(TENTH_MS);
    fill();
    const held = Array.from({ length: 50 }, hold);
    expect([held[0], held[1], held[49]]).toEqual([200, 500, 1_000]);
    advance(2_000);
    expect(hold()).toBe(50);
  });
});

import type { Config } from '../../config';
import { Problem } from '../../kernel/rules/problem';
import type { Metrics } from '../../platform/observe/metrics';
import { createQueueDelays, type QueueDelays } from '../../platform/queue-delays';
import type { Family, OperationFacts } from '../definition';

/**
 * Load shedding (decision 42). A place is the right to compete for the event loop and Postgres. A
 * request without a place is refused at once, before it is authenticated.
 */
export interface Admission {
  /** Throws the Problem `overloaded`. */
  enter(facts: Pick<OperationFacts, 'family'>): Place;
  /** For how many milliseconds to hold the refusal of a client that repeats too early. */
  readonly holdMs: () => number;
}

export interface Place {
  /**
   * Takes the duration of an authentication as the queueing delay: its one short statement takes
   * hardly longer than its wait in the queues of the event loop, the pool and Postgres. A rejected
   * one is not counted.
   */
  measure<Result>(authenticating: () => Promise<Result>): Promise<Result>;
  /**
   * Gives the place up while the request waits without using anything, as for the client's body.
   */
  outside<Result>(receiving: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

/** One shared instance: thousands may be thrown in a second. `observe` limits their log lines. */
export const overloaded = new Problem('unavailable', {
  message: 'The gateway is at its capacity. The request was not processed.',
});

/** With fewer requests in flight, none is refused. */
const PLACES_MIN = 64;
const INTERVAL_MS = 100;
/** Intervals with a queue before the places shrink for the first time. A burst ends sooner. */
const QUEUED_INTERVALS = 8;
const SHRINK_PERCENT = 70;
const GROW_PERCENT = 110;
/** Requests that end for each held refusal that is sent. */
const ENDED_PER_REFUSAL = 3;
/** Limits of `holdMs`. The maximum is the second of `Retry-After`. */
const HOLD_MS_MIN = 50;
const HOLD_MS_MAX = 1_000;

/**
 * The number of places follows the queueing delays of the authentications and of `queues`, as in
 * CoDel (RFC 8289). An interval has a queue if even the shortest delay of one of them exceeds
 * `queueDelayMaxMs`, or none has ended for that long. After eight such intervals the places shrink
 * below the number in use. Until they have grown back wholly, each interval with a queue shrinks
 * them again, and each other one lets them grow, also without a request.
 */
export function createAdmission(
  { requestsInFlightMax: ceiling, queueDelayMaxMs }: Config['http'],
  metrics: Pick<Metrics, 'requestsInFlight' | 'requestPlaces'>,
  queues: readonly QueueDelays[],
  now: () => number = () => performance.now(),
): Admission {
  const floor = Math.min(PLACES_MIN, ceiling);
  const authentications = createQueueDelays(now);
  const measured = [authentications, ...queues];
  let places = ceiling;
  /** Intervals with a queue. One without a queue resets it if all places are back. */
  let queued = 0;
  let inFlight = 0;
  let intervalEndsAt = now() + INTERVAL_MS;
  /** Requests that ended in the interval. */
  let ended = 0;
  let msPerEnded = 1;
  const holdMs = createHolds(now);
  metrics.requestPlaces.set(places);

  function adapt(): void {
    const lateMs = now() - intervalEndsAt;
    if (lateMs < 0) return;
    const intervals = 1 + Math.floor(lateMs / INTERVAL_MS);
    msPerEnded = (INTERVAL_MS + lateMs) / Math.max(ended, 1);
    ended = 0;
    const delaysMs = measured.map((queue) => queue.nextShortestMs(intervals === 1));
    if (Math.max(...delaysMs) <= queueDelayMaxMs) {
      places = grown(places, intervals, ceiling);
      if (places === ceiling) queued = 0;
    } else if ((queued += intervals) >= QUEUED_INTERVALS && inFlight > floor) {
      // With fewer requests in flight than the minimum, no number of places shortens the queue.
      const wanted = Math.floor((Math.min(places, inFlight) * SHRINK_PERCENT) / 100);
      places = Math.max(floor, wanted);
    }
    intervalEndsAt = now() + INTERVAL_MS;
    metrics.requestPlaces.set(places);
  }

  function hold(change: 1 | -1): void {
    inFlight += change;
    metrics.requestsInFlight.set(inFlight);
  }

  return {
    enter({ family }) {
      adapt();
      if (inFlight >= placesOf(family, places, ceiling)) throw overloaded;
      hold(1);
      return {
        measure: (authenticating) => authentications.measure(authenticating),
        async outside(receiving) {
          hold(-1);
          try {
            return await receiving();
          } finally {
            hold(1);
          }
        },
        leave() {
          ended++;
          hold(-1);
        },
      };
    },
    holdMs: () => holdMs(msPerEnded),
  };
}

function grown(places: number, intervals: number, ceiling: number): number {
  let more = places;
  for (let left = intervals; left > 0 && more < ceiling; left--) {
    more = Math.min(ceiling, Math.ceil((more * GROW_PERCENT) / 100));
  }
  return more;
}

/** Callbacks are refused last: to refuse money that has moved costs the most. */
function placesOf(family: Family, places: number, ceiling: number): number {
  if (family === 'ops') return Infinity;
  if (family === 'callback') return 2 * ceiling;
  return family === 'console' ? ceiling : places;
}

/**
 * Schedules held refusals: one for `ENDED_PER_REFUSAL` requests that end. So the cost of refusals
 * stays a fraction of that of the accepted requests, however fast clients repeat them.
 */
function createHolds(now: () => number): (msPerEnded: number) => number {
  let heldUntil = 0;
  return (msPerEnded) => {
    const at = now();
    const nextMs = Math.max(at + HOLD_MS_MIN, heldUntil + ENDED_PER_REFUSAL * msPerEnded);
    heldUntil = Math.min(nextMs, at + HOLD_MS_MAX);
    return heldUntil - at;
  };
}

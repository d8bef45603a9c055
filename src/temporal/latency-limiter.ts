/** Of how much longer a call took than the best, so many times is waited before the next. */
const REST_FACTOR = 8;
const REST_MS_MAX = 250;
/** The best is forgotten so slowly: a server that became slower is believed after some hundreds. */
const FORGOTTEN_PER_CALL = 1.005;

/**
 * Keeps what is not urgent from filling Temporal's queues. A call that takes longer than the best
 * has waited there for others; whoever made it rests for a multiple of that before the next. A
 * server that is far away answers late, but always as late: nothing rests for that.
 */
export class LatencyLimiter {
  private bestMs = Infinity;

  /** How long to rest, in milliseconds, after a call that took `tookMs`. */
  delayMs(tookMs: number): number {
    this.bestMs = Math.min(tookMs, this.bestMs * FORGOTTEN_PER_CALL);
    return Math.min((tookMs - this.bestMs) * REST_FACTOR, REST_MS_MAX);
  }
}

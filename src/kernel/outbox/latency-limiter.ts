/** Applied to the latency above the best one. */
const DELAY_FACTOR = 8;
const DELAY_MAX_MS = 250;
/** Growth of the best latency per call, to adapt to a slower server in some hundreds of calls. */
const DECAY_PER_CALL = 1.005;

/**
 * Limits the rate of calls that are not urgent. Latency above the best observed means queueing at
 * the server: the caller waits for a multiple of it before the next call. The constant latency of a
 * distant server adds no delay.
 */
export class LatencyLimiter {
  private bestMs = Infinity;

  delayMs(tookMs: number): number {
    this.bestMs = Math.min(tookMs, this.bestMs * DECAY_PER_CALL);
    return Math.min((tookMs - this.bestMs) * DELAY_FACTOR, DELAY_MAX_MS);
  }
}

/** How long work waits in a queue, by intervals that the reader ends. */
export interface QueueDelays {
  /** Begins a wait. Call the result once, with false if the wait says nothing about the queue. */
  begin(): (counts: boolean) => void;
  /**
   * Ends the interval and returns its shortest delay in milliseconds; if none has ended, the time
   * since the last one ended, if some began before the interval; 0 without any. Ended delays count
   * only if the interval `hasJustEnded`.
   */
  nextShortestMs(hasJustEnded: boolean): number;
}

export function createQueueDelays(now: () => number = () => performance.now()): QueueDelays {
  let inProgress = 0;
  /** When the last wait ended, or the first of those in progress began. */
  let waitingSince = 0;
  /** Waits in progress at the beginning of the interval. */
  let begunBefore = 0;
  let shortestMs: number | null = null;
  return {
    begin() {
      const startedMs = now();
      if (inProgress++ === 0) waitingSince = startedMs;
      return (counts) => {
        inProgress--;
        waitingSince = now();
        if (counts) shortestMs = Math.min(shortestMs ?? Infinity, waitingSince - startedMs);
      };
    },
    nextShortestMs(hasJustEnded) {
      const ended = hasJustEnded ? shortestMs : null;
      const delayMs = ended ?? (begunBefore > 0 ? now() - waitingSince : 0);
      shortestMs = null;
      begunBefore = inProgress;
      return delayMs;
    },
  };
}

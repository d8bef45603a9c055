/** How long work waits in a queue, by intervals that the reader ends. */
export interface QueueDelays {
  /** Begins a wait. The result ends it. */
  begin(): () => void;
  /** Work that is hardly more than a wait. A rejected one is not counted. */
  measure<Result>(work: () => Promise<Result>): Promise<Result>;
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

  function begin(): number {
    const startedMs = now();
    if (inProgress++ === 0) waitingSince = startedMs;
    return startedMs;
  }

  function end(): void {
    inProgress--;
    waitingSince = now();
  }

  function count(startedMs: number): void {
    shortestMs = Math.min(shortestMs ?? Infinity, now() - startedMs);
  }

  return {
    begin() {
      const startedMs = begin();
      return () => {
        count(startedMs);
        end();
      };
    },
    async measure(work) {
      const startedMs = begin();
      try {
        const result = await work();
        count(startedMs);
        return result;
      } finally {
        end();
      }
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

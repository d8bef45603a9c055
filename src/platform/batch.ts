import type { QueueDelays } from './queue-delays';

export interface BatchOptions {
  /** Limits the concurrent calls of `work`. */
  readonly inFlightMax: number;
  /** Limits the items per call of `work`. */
  readonly itemsMax: number;
  /** A batch that failed with such an error is retried one item at a time. */
  readonly canSplit: (error: unknown) => boolean;
  /** Measures how long items wait for their batch. */
  readonly delays?: QueueDelays;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Ends the measured wait. */
  readonly leave: (() => void) | undefined;
}

/**
 * Combines concurrent calls into batches. A lone item is sent at once; while `inFlightMax` batches
 * are in flight, further items queue and form the next batch. Under load the items share a round
 * trip and a commit; without load nothing is delayed. `work` returns one result per item, in order.
 * A failed batch fails all of its items unless `canSplit`. The queue is bounded by the open
 * requests of the process.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { inFlightMax, itemsMax, canSplit, delays }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  async function runBatch(batched: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batched.map(({ item }) => item));
      batched.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batched.length === 1 || !canSplit(error)) {
        for (const { reject } of batched) reject(error);
      } else {
        for (const one of batched) await runBatch([one]);
      }
    }
  }

  function drain(): void {
    while (inFlight < inFlightMax && waiting.length > 0) {
      inFlight++;
      const batched = waiting.splice(0, itemsMax);
      for (const { leave } of batched) leave?.();
      void runBatch(batched).finally(() => {
        inFlight--;
        drain();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, leave: delays?.begin() });
      // Deferred, so that other requests of this event loop turn join the batch.
      if (waiting.length === 1) setImmediate(drain);
    });
}

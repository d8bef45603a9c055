export interface BatchOptions {
  /** Pieces of work under way at once. */
  readonly flightsMax: number;
  /** Items in one piece of work. */
  readonly itemsMax: number;
  /** Whether work that failed as a whole may be tried again item by item, each for itself. */
  readonly canSplit: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at the same time. A lone item goes at once; items that come while
 * as much as may be is under way wait for a place and then go as one. So the cost of a round trip
 * and of a commit is shared under load, and nothing is delayed without it. `work` returns a result
 * for each item, in their order; when it fails, all fail, unless the error says that one of them is
 * to blame. What waits is bounded by the requests that a process has open at once.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { flightsMax, itemsMax, canSplit }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  async function runBatch(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(taken.map(({ item }) => item));
      taken.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (taken.length === 1 || !canSplit(error)) {
        for (const { reject } of taken) reject(error);
      } else {
        for (const one of taken) await runBatch([one]);
      }
    }
  }

  function drain(): void {
    while (inFlight < flightsMax && waiting.length > 0) {
      inFlight++;
      void runBatch(waiting.splice(0, itemsMax)).finally(() => {
        inFlight--;
        drain();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Not before the other requests of this turn have been heard, so that they go along.
      if (waiting.length === 1) setImmediate(drain);
    });
}

/**
 * Ends the work of an activity in one run of housekeeping; the next run continues. Less than the
 * grace of a stopping worker (20 seconds) and far less than the timeout of the activity (a minute),
 * so it needs no heartbeat. Three activities with a backlog fit into the minute between two runs.
 */
const RUN_MS_MAX = 15_000;

/** On the clock of `performance.now()`. */
export const endOfRun = (): number => performance.now() + RUN_MS_MAX;

/**
 * Each batch is a short transaction of its own. Ends when `removeNext` returns null because nothing
 * is due, or at `untilMs`. Removes at least one batch. Returns the number of removed rows.
 */
export async function inBatches(
  removeNext: () => Promise<number | null>,
  untilMs: number = endOfRun(),
): Promise<number> {
  let removed = 0;
  do {
    const count = await removeNext();
    if (count === null) break;
    removed += count;
  } while (performance.now() < untilMs);
  return removed;
}

/** A batch that is not full is the last. */
export function upTo(
  limit: number,
  removeUpTo: (limit: number) => Promise<number>,
): () => Promise<number | null> {
  let isLast = false;
  return async () => {
    if (isLast) return null;
    const count = await removeUpTo(limit);
    isLast = count < limit;
    return count;
  };
}

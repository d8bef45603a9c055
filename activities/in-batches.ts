/**
 * Removes a batch after the other, until one is not full or there have been `batchesMax`: the next
 * run goes on. Returns how many went.
 */
export async function inBatches(
  removeUpTo: (batch: number) => Promise<number>,
  batch: number,
  batchesMax: number,
): Promise<number> {
  let removed = 0;
  for (let count = batch, batches = 0; count === batch && batches < batchesMax; batches++) {
    count = await removeUpTo(batch);
    removed += count;
  }
  return removed;
}

/** Removes batches until one is not full or `batchesMax` is reached. Returns the rows removed. */
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

import { sealNextTransfers } from '../src/db/ledger/seals';
import type { ActivityDeps } from './deps';
import { createFoldOrders } from './fold-orders';
import { inBatches } from './in-batches';

/** Rolls orders and transfers up, and seals the transfers. Returns the number of steps. */
export function createFoldAndSeal(deps: Pick<ActivityDeps, 'db' | 'vault'>) {
  const foldOrders = createFoldOrders(deps);
  return async function foldAndSeal(): Promise<number> {
    const folded = await foldOrders();
    const seal = async () => ((await sealNextTransfers(deps.db, deps.vault)) ? 1 : null);
    return folded + (await inBatches(seal));
  };
}

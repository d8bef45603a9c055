import { sealNextTransfers } from '../src/db/ledger/seals';
import type { ActivityDeps } from './deps';
import { createRollUpOrders } from './roll-up-orders';
import { inBatches } from './in-batches';

export function createRollUpAndSeal(deps: Pick<ActivityDeps, 'db' | 'vault'>) {
  const rollUpOrders = createRollUpOrders(deps);
  return async function rollUpAndSeal(): Promise<number> {
    const rolledUp = await rollUpOrders();
    const seal = async () => ((await sealNextTransfers(deps.db, deps.vault)) ? 1 : null);
    return rolledUp + (await inBatches(seal));
  };
}

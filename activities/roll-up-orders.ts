import { rollUpNextHour } from '../src/db/orders/roll-up-orders';
import { rollUpNextTransfers } from '../src/db/ledger/money-days';
import { endOfRun, inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

/** Orders by hour, transfers by day. Returns the number of steps. */
export function createRollUpOrders({ db }: Pick<ActivityDeps, 'db'>) {
  return async function rollUpOrders(): Promise<number> {
    const untilMs = endOfRun();
    let steps = 0;
    for (const rollUpNext of [rollUpNextHour, rollUpNextTransfers]) {
      steps += await inBatches(async () => ((await rollUpNext(db)) ? 1 : null), untilMs);
    }
    return steps;
  };
}

import { rollUpNextHour } from '../src/db/orders/roll-up-orders';
import { rollUpNextTransfers } from '../src/db/ledger/money-days';
import type { ActivityDeps } from './deps';

/** A run folds for so long; the next run goes on. */
const RUN_MS_MAX = 20_000;

/**
 * Adds orders of the past to their counts, hour by hour, and transfers to the sums of their days.
 * Returns how many steps it took.
 */
export function createFoldOrders({ db }: Pick<ActivityDeps, 'db'>) {
  return async function foldOrders(): Promise<number> {
    const untilMs = performance.now() + RUN_MS_MAX;
    let steps = 0;
    for (const foldNext of [rollUpNextHour, rollUpNextTransfers]) {
      while (performance.now() < untilMs && (await foldNext(db))) steps++;
    }
    return steps;
  };
}

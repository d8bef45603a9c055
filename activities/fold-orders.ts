import { rollUpNextHour } from '../src/db/orders/roll-up-orders';
import { rollUpNextTransfers } from '../src/db/ledger/money-days';
import type { ActivityDeps } from './deps';

/** The next run continues. */
const RUN_MS_MAX = 20_000;

/** Rolls up past orders by hour and transfers by day. Returns the number of steps. */
export function createFoldOrders({ db }: Pick<ActivityDeps, 'db'>) {
  return async function foldOrders(): Promise<number> {
    const untilMs = performance.now() + RUN_MS_MAX;
    let steps = 0;
    for (const rollUpNext of [rollUpNextHour, rollUpNextTransfers]) {
      while (performance.now() < untilMs && (await rollUpNext(db))) steps++;
    }
    return steps;
  };
}

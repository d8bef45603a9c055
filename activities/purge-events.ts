import { purgeEvents } from '../src/db/events';
import type { ActivityDeps } from './index';

/** How long events, and what became of them, can be read. */
const KEPT_DAYS = 90;
const BATCH = 200;
/** A run removes at most so many batches; the next run goes on. */
const BATCHES_MAX = 20;

/** Removes events whose time is over, in short transactions. Returns how many. */
export function createPurgeEvents({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    let removed = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await purgeEvents(db, KEPT_DAYS, BATCH);
      removed += count;
      if (count < BATCH) break;
    }
    return removed;
  };
}

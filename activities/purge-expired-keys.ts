import { purgeExpiredKeys } from '../src/db/idempotency';
import type { ActivityDeps } from './index';

const BATCH = 1_000;
/** A run removes at most so many batches; the next run goes on. */
const BATCHES_MAX = 100;

/** Removes idempotency keys whose time is over, in short statements. Returns how many. */
export function createPurgeExpiredKeys({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    let removed = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await purgeExpiredKeys(db, BATCH);
      removed += count;
      if (count < BATCH) break;
    }
    return removed;
  };
}

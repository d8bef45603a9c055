import { purgeEvents } from '../src/db/webhooks/events';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

/** Retention of events, their deliveries and attempts. */
const KEPT_DAYS = 90;
const BATCH = 200;
const BATCHES_MAX = 20;

/** Removes events after their retention, in short transactions. Returns the count. */
export function createPurgeEvents({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    return inBatches((batch) => purgeEvents(db, KEPT_DAYS, batch), BATCH, BATCHES_MAX);
  };
}

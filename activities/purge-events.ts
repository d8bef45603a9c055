import { purgeEvents } from '../src/db/webhooks/events';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

/** How long events, and what became of them, can be read. */
const KEPT_DAYS = 90;
const BATCH = 200;
const BATCHES_MAX = 20;

/** Removes events whose time is over, in short transactions. Returns how many. */
export function createPurgeEvents({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    return inBatches((batch) => purgeEvents(db, KEPT_DAYS, batch), BATCH, BATCHES_MAX);
  };
}

import { purgeEvents } from '../src/db/webhooks/events';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 200;
/** Two events per payment: keeps up with 330 payments per second. */
const BATCHES_MAX = 200;

/** Removes events after their retention, in short transactions. Returns the count. */
export function createPurgeEvents({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    const { eventDays } = config.retention;
    return inBatches((batch) => purgeEvents(db, eventDays, batch), BATCH, BATCHES_MAX);
  };
}

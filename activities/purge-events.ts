import { purgeEvents } from '../src/db/webhooks/events';
import { inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 200;

/** Removes events after their retention. Returns the count. */
export function createPurgeEvents({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    const { eventDays } = config.retention;
    return inBatches(upTo(BATCH, (limit) => purgeEvents(db, eventDays, limit)));
  };
}

import { purgeEvents } from '../src/db/webhooks/events';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 200;

export function createPurgeEvents({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    const { eventDays } = config.retention;
    // A batch that is not full need not be the last.
    return inBatches(async () => (await purgeEvents(db, eventDays, BATCH)) || null);
  };
}

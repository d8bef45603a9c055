import { purgeOldRequests, trimRequests } from '../src/db/accounts/api-requests';
import { newId } from '../src/lib/new-id';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

/** Retention of the log of API requests. */
const KEPT_DAYS = 7;
const BATCH = 500;
const BATCHES_MAX = 50;
/** Each reads all requests of a merchant. */
const TRIM_BATCH = 2_500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes old requests, and the oldest above a merchant's limit. Returns the count. */
export function createPurgeRequests({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    // Ids sort by creation time.
    const edgeId = newId('req_', Date.now() - KEPT_DAYS * DAY_MS);
    let removed = await inBatches(
      (batch) => purgeOldRequests(db, edgeId, batch),
      BATCH,
      BATCHES_MAX,
    );
    for (let batches = 0; batches < BATCHES_MAX; batches++) {
      const trimmed = await trimRequests(db, TRIM_BATCH);
      if (trimmed === null) break;
      removed += trimmed;
    }
    return removed;
  };
}

import { trimRequests } from '../src/db/accounts/api-requests';
import type { ActivityDeps } from './deps';

const TRIMS_MAX = 50;
/** Each trim reads all requests of a merchant. */
const TRIM_BATCH = 2_500;

/** Removes the oldest logged requests above a merchant's limit. Returns the count. */
export function createPurgeRequests({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    let removed = 0;
    for (let trims = 0; trims < TRIMS_MAX; trims++) {
      const trimmed = await trimRequests(db, TRIM_BATCH);
      if (trimmed === null) break;
      removed += trimmed;
    }
    return removed;
  };
}

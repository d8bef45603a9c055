import { trimRequests } from '../src/db/accounts/api-requests';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

/** Each trim reads all requests of a merchant. */
const TRIM_BATCH = 2_500;

/** Removes the oldest logged requests above a merchant's limit. */
export function createPurgeRequests({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    return inBatches(() => trimRequests(db, TRIM_BATCH));
  };
}

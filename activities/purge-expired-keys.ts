import { purgeExpiredKeys } from '../src/db/orders/idempotency';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 1_000;
const BATCHES_MAX = 100;

/** Removes expired idempotency keys in batches. Returns the number of removed keys. */
export function createPurgeExpiredKeys({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    return inBatches((batch) => purgeExpiredKeys(db, batch), BATCH, BATCHES_MAX);
  };
}

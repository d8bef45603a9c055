import { purgeExpiredKeys } from '../src/db/orders/idempotency';
import { inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 1_000;

export function createPurgeExpiredKeys({ db }: Pick<ActivityDeps, 'db'>) {
  return async function purge(): Promise<number> {
    return inBatches(upTo(BATCH, (limit) => purgeExpiredKeys(db, limit)));
  };
}

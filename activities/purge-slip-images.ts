import { purgeSlipImages } from '../src/db/orders/slips';
import { inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 100;

/** Removes slip images after their retention. Returns the count. */
export function createPurgeSlipImages({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    const { slipRetentionDays } = config.deposits;
    return inBatches(upTo(BATCH, (limit) => purgeSlipImages(db, slipRetentionDays, limit)));
  };
}

import { purgeSlipImages } from '../src/db/orders/slips';
import { inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 100;

export function createPurgeSlipImages({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    const { slipRetentionDays } = config.deposits;
    return inBatches(upTo(BATCH, (limit) => purgeSlipImages(db, slipRetentionDays, limit)));
  };
}

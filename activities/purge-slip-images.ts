import { purgeSlipImages } from '../src/db/orders/slips';
import type { ActivityDeps } from './deps';

const BATCH = 100;

/** Removes one batch of slip images after their retention. Returns the count. */
export function createPurgeSlipImages({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    return purgeSlipImages(db, config.deposits.slipRetentionDays, BATCH);
  };
}

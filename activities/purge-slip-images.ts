import { purgeSlipImages } from '../src/db/orders/slips';
import type { ActivityDeps } from './deps';

const BATCH = 100;

/** Removes pictures of slips whose time is over, a bounded number at a time. Returns how many. */
export function createPurgeSlipImages({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    return purgeSlipImages(db, config.deposits.slipRetentionDays, BATCH);
  };
}

import { purgeSignIns } from '../src/db/accounts/purge-sign-ins';
import { inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 500;

/** Covers sessions, links, mails and counters of attempts. */
export function createPurgeSignIns({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    return inBatches(upTo(BATCH, (limit) => purgeSignIns(db, limit, config.retention)));
  };
}

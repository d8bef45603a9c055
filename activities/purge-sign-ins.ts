import { purgeSignIns } from '../src/db/accounts/purge-sign-ins';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 500;
const BATCHES_MAX = 20;

/** Removes expired sessions, links, mails and counters of attempts. */
export function createPurgeSignIns({ db, config }: Pick<ActivityDeps, 'db' | 'config'>) {
  return async function purge(): Promise<number> {
    return inBatches((batch) => purgeSignIns(db, batch, config.retention), BATCH, BATCHES_MAX);
  };
}

import { sealEndedMails } from '../src/db/accounts/mails';
import { eraseExpired } from '../src/db/persons/erasures';
import { eraseUnusedAccounts } from '../src/db/persons/people-rows';
import { inBatches } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 50;
const BATCHES_MAX = 10;

/**
 * Erases persons of closed orders and of unused accounts after their retention, and seals the
 * addresses of mails that the former version ended.
 */
export function createEnforceRetention({
  db,
  vault,
  config,
}: Pick<ActivityDeps, 'db' | 'vault' | 'config'>) {
  const { customerDays, peopleDays } = config.retention;
  return async function enforce(): Promise<number> {
    const orders = await inBatches(
      (batch) => eraseExpired(db, vault, customerDays, batch),
      BATCH,
      BATCHES_MAX,
    );
    await inBatches((batch) => sealEndedMails(db, vault, batch), BATCH, BATCHES_MAX);
    return orders + (await db.transaction((trx) => eraseUnusedAccounts(trx, peopleDays, BATCH)));
  };
}

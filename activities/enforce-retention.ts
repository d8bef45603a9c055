import { sealMails } from '../src/db/accounts/mails';
import { sealPeople } from '../src/db/accounts/seal-people';
import { eraseExpired } from '../src/db/persons/erasures';
import { eraseUnusedAccounts } from '../src/db/persons/people-rows';
import { inBatches } from './in-batches';
import type { Db } from '../src/db/postgres/connect';
import type { ActivityDeps } from './deps';

const BATCH = 50;
const BATCHES_MAX = 10;

/**
 * Erases persons of closed orders and of unused accounts after their retention, and seals
 * people and mails that are stored in plain text.
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
    for (const seal of [sealPeople, sealMails]) {
      await inBatches((batch) => seal(db, vault, batch), BATCH, BATCHES_MAX);
    }
    const erase = (trx: Db) => eraseUnusedAccounts(trx, vault, peopleDays, BATCH);
    return orders + (await db.transaction(erase));
  };
}

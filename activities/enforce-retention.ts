import { eraseExpired, eraseLate } from '../src/db/persons/erasures';
import { eraseUnusedAccounts } from '../src/db/persons/people-rows';
import { endOfRun, inBatches, upTo } from './in-batches';
import type { ActivityDeps } from './deps';

const BATCH = 100;

/**
 * Covers persons of unused accounts and of closed orders. Returns the number of accounts and
 * orders.
 */
export function createEnforceRetention({
  db,
  vault,
  config,
}: Pick<ActivityDeps, 'db' | 'vault' | 'config'>) {
  const { customerDays, peopleDays } = config.retention;
  return async function enforce(): Promise<number> {
    const untilMs = endOfRun();
    const accounts = upTo(BATCH, (limit) =>
      db.transaction((trx) => eraseUnusedAccounts(trx, vault, peopleDays, limit)),
    );
    const orders = upTo(BATCH, (limit) => eraseExpired(db, vault, customerDays, limit));
    const erased = (await inBatches(accounts, untilMs)) + (await inBatches(orders, untilMs));
    await inBatches(
      upTo(BATCH, (limit) => eraseLate(db, vault, customerDays, limit)),
      untilMs,
    );
    return erased;
  };
}

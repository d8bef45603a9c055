import type { Db } from '../db/postgres/connect';
import type { Deps } from './deps';

/** Runs work in a transaction, together with what its caller wants committed with it. */
export async function commit<Result>(
  deps: Pick<Deps, 'db' | 'alsoCommit'>,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction(async (trx) => {
    const result = await work(trx);
    await deps.alsoCommit?.(trx);
    return result;
  });
}

import { retryTaken } from './store/movements';
import type { OutboxMessage } from '../kernel/outbox/store/messages';
import type { Deps } from '../deps';

/** Messages that use cases enqueue inside the transaction are dispatched after its commit. */
export async function inTransaction<D extends Pick<Deps, 'db' | 'outbox' | 'providers'>, Result>(
  deps: D,
  work: (within: D) => Promise<Result>,
): Promise<Result> {
  let collected: OutboxMessage[] = [];
  const result = await retryTaken(() => {
    collected = [];
    const outbox = { enqueue: (some: readonly OutboxMessage[]) => void collected.push(...some) };
    return deps.db.transaction((db) => work({ ...deps, db, outbox }));
  });
  deps.outbox.enqueue(collected);
  // An approved act may have changed a provider account, which this process has in memory.
  await deps.providers.refresh();
  return result;
}

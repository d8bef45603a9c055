import { adoptMovements } from '../src/db/ledger/movements';
import { sweep } from '../src/db/outbox/sweep';
import type { ActivityDeps } from './deps';

const SWEPT_MAX = 500;

/** Re-enqueues work that is overdue, and returns its count. */
export function createSweepForgotten({
  db,
  outbox,
  log,
}: Pick<ActivityDeps, 'db' | 'outbox' | 'log'>) {
  return async function sweepForgotten(): Promise<number> {
    // Processes of the previous version book without recording movements.
    await adoptMovements(db, SWEPT_MAX);
    const dispatches = await sweep(db, SWEPT_MAX);
    if (dispatches.length > 0)
      log.warn({ count: dispatches.length }, 'sweeper re-enqueued stalled work');
    outbox.enqueue(dispatches);
    return dispatches.length;
  };
}

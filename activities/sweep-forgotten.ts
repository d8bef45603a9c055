import { adoptMovements } from '../src/db/ledger/movements';
import { sweep } from '../src/db/outbox/sweep';
import type { ActivityDeps } from './deps';

const SWEPT_MAX = 500;

/** Has Temporal told again of what it should have done and did not. Returns how many there were. */
export function createSweepForgotten({
  db,
  outbox,
  log,
}: Pick<ActivityDeps, 'db' | 'outbox' | 'log'>) {
  return async function sweepForgotten(): Promise<number> {
    // Processes of the version before book without recording movements.
    await adoptMovements(db, SWEPT_MAX);
    const dispatches = await sweep(db, SWEPT_MAX);
    if (dispatches.length > 0) log.warn({ count: dispatches.length }, 'found forgotten work');
    outbox.enqueue(dispatches);
    return dispatches.length;
  };
}

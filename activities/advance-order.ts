import { ApplicationFailure } from '@temporalio/common';
import { advanceOrder } from '../src/db/apply-move';
import type { Advanced } from '../src/db/apply-move';
import { untakenDeliveries } from '../src/db/deliveries';
import { createFastLane } from './fast-lane';
import type { FirstAttempts } from './fast-lane';
import type { ActivityDeps } from './index';

/** What an operator reads in the order's history. */
interface OrderAdvanced {
  readonly status: string;
  /** Null once nothing is awaited any more. */
  readonly opensForMs: number | null;
  readonly moves: readonly string[];
  /** What became of each delivery's first attempt, by the delivery's id. */
  readonly webhooks: FirstAttempts;
}

/**
 * Moves an order as far as what waits for it allows, then makes the first attempt at the webhooks
 * of what happened. One local activity for both: each activation of a workflow costs as much as the
 * move. When it dies in between it runs again, finds the move made and the deliveries untaken.
 */
export function createAdvanceOrder(deps: ActivityDeps) {
  const fastLane = createFastLane(deps);

  return async function advance(orderId: string): Promise<OrderAdvanced> {
    const moves: string[] = [];
    let advanced: Advanced | null;
    do {
      advanced = await advanceOrder(deps.db, orderId);
      if (advanced === null) {
        throw ApplicationFailure.nonRetryable(`There is no order ${orderId}.`, 'OrderNotFound');
      }
      moves.push(...advanced.moves);
    } while (advanced.more);
    const { status, opensForMs } = advanced;
    const untaken = await untakenDeliveries(deps.db, orderId);
    const webhooks = untaken.length > 0 ? await fastLane(untaken) : {};
    for (const move of moves) deps.metrics.moves.inc({ kind: 'payment', move });
    return { status, opensForMs, moves, webhooks };
  };
}

import { ApplicationFailure } from '@temporalio/common';
import { advanceOrder } from '../src/db/apply-move';
import type { Advanced } from '../src/db/apply-move';
import { untakenDeliveries } from '../src/db/deliveries';
import { createFastLane } from './fast-lane';
import type { ActivityDeps } from './index';

/**
 * Moves an order as far as what waits for it allows, then makes the first attempt at the webhooks
 * of what happened. One local activity for both: each activation of a workflow costs as much as the
 * move. When it dies in between it runs again, finds the move made and the deliveries untaken.
 */
export function createAdvanceOrder(deps: ActivityDeps) {
  const fastLane = createFastLane(deps);

  return async function advance(
    orderId: string,
  ): Promise<{ readonly status: string; readonly opensForMs: number | null }> {
    let advanced: Advanced | null;
    do {
      advanced = await advanceOrder(deps.db, orderId);
      if (advanced === null) {
        throw ApplicationFailure.nonRetryable(`There is no order ${orderId}.`, 'OrderNotFound');
      }
      for (const move of advanced.moves) deps.metrics.moves.inc({ kind: 'payment', move });
    } while (advanced.more);
    const { status, opensForMs } = advanced;
    const untaken = await untakenDeliveries(deps.db, orderId);
    if (untaken.length > 0) await fastLane(untaken);
    return { status, opensForMs };
  };
}

import { ApplicationFailure } from '@temporalio/common';
import { applyPending } from '../src/db/orders/apply-transition';
import type { AppliedOrder, Submission } from '../src/db/orders/apply-transition';
import { createFastLane } from './fast-lane';
import type { FirstAttempts } from './fast-lane';
import type { ActivityDeps } from './deps';

/** What an operator reads in the order's history. */
export interface OrderAdvanced {
  readonly status: string;
  /** Until there is something to do if nobody calls; null once nothing is awaited any more. */
  readonly opensForMs: number | null;
  readonly moves: readonly string[];
  /** What became of each delivery's first attempt, by the delivery's id. */
  readonly webhooks: FirstAttempts;
}

/**
 * Moves an order as far as what waits for it allows, then makes the first attempt at the webhooks
 * of what happened. When it dies in between it is run again, finds the move made and the
 * deliveries untaken.
 */
export function createAdvance(deps: ActivityDeps) {
  const fastLane = createFastLane(deps);

  return async function advance(
    orderId: string,
    sent: Submission | null = null,
  ): Promise<OrderAdvanced & Pick<AppliedOrder, 'isOpen'>> {
    const moves: string[] = [];
    let advanced: AppliedOrder | null = null;
    do {
      advanced = await applyPending(deps.db, orderId, advanced === null ? sent : null);
      if (advanced === null) {
        throw ApplicationFailure.nonRetryable(`There is no order ${orderId}.`, 'OrderNotFound');
      }
      moves.push(...advanced.moves);
    } while (advanced.more);
    const { kind, status, isOpen, opensForMs, untaken } = advanced;
    const webhooks = untaken.length > 0 ? await fastLane(untaken) : {};
    for (const move of moves) deps.metrics.moves.inc({ kind, move });
    return { status, isOpen, opensForMs, moves, webhooks };
  };
}

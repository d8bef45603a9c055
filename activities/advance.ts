import { ApplicationFailure } from '@temporalio/common';
import { applyPending } from '../src/db/orders/apply-transition';
import type { AppliedOrder, Submission } from '../src/db/orders/apply-transition';
import { createFastLane } from './fast-lane';
import type { FirstAttempts } from './fast-lane';
import type { ActivityDeps } from './deps';

/** The result as the workflow's history has it; its field names never change. */
export interface OrderAdvanced {
  readonly status: string;
  /** Until the next action without a callback; null when the order has ended. */
  readonly opensForMs: number | null;
  readonly moves: readonly string[];
  /** The result of each delivery's first attempt, by delivery id. */
  readonly webhooks: FirstAttempts;
}

/**
 * Applies pending callbacks and the deadline to an order, then makes first attempts at the webhooks
 * of its events. Run again after a crash in between, it finds the undispatched deliveries.
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
      moves.push(...advanced.transitions);
    } while (advanced.more);
    const { kind, status, isOpen, remainingMs, undispatched } = advanced;
    const webhooks = undispatched.length > 0 ? await fastLane(undispatched) : {};
    for (const move of moves) deps.metrics.moves.inc({ kind, move });
    return { status, isOpen, opensForMs: remainingMs, moves, webhooks };
  };
}

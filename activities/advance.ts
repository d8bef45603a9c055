import { ApplicationFailure } from '@temporalio/common';
import {
  applyPending,
  type AppliedOrder,
  type Submission,
} from '../src/orders/store/apply-transition';
import type { Hang } from '../src/orders/rules/hang';
import { countMoves } from '../src/platform/observe/metrics';
import { createFastLane, type FirstAttempts } from './fast-lane';
import type { ActivityDeps } from './deps';

/** Stored in the workflow's history: field names never change. */
export interface OrderAdvanced {
  readonly status: string;
  /** Until the next action without a callback; null when the order has ended. */
  readonly opensForMs: number | null;
  readonly moves: readonly string[];
  /** By delivery id. */
  readonly webhooks: FirstAttempts;
  /** Null: it does not hang. Absent: as after the activity before. */
  readonly hang?: Hang | null;
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
    onEnd: Submission['also'] | null = null,
  ): Promise<OrderAdvanced & Pick<AppliedOrder, 'isOpen'>> {
    const beganMs = performance.now();
    const moves: string[] = [];
    let waitedMs: number | null = null;
    let advanced: AppliedOrder | null = null;
    do {
      advanced = await applyPending(deps.db, orderId, advanced === null ? sent : null, onEnd);
      if (advanced === null) {
        throw ApplicationFailure.nonRetryable(`There is no order ${orderId}.`, 'OrderNotFound');
      }
      moves.push(...advanced.transitions);
      waitedMs ??= advanced.callbackWaitedMs;
    } while (advanced.more);
    const { status, isOpen, remainingMs, undispatched } = advanced;
    const webhooks = undispatched.length > 0 ? await fastLane(undispatched) : {};
    countMoves(deps.metrics, advanced, moves);
    if (waitedMs !== null && Object.values(webhooks).includes('succeeded')) {
      const sinceMs = waitedMs + performance.now() - beganMs;
      deps.metrics.callbackToWebhook.observe(sinceMs / 1000);
    }
    return { status, isOpen, opensForMs: remainingMs, moves, webhooks };
  };
}

import { ApplicationFailure } from '@temporalio/common';
import { findOrderProgress } from '../src/orders/store/provider-requests';
import { createAdvance, type OrderAdvanced } from './advance';
import { createAdvanceInquired } from './advance-inquired';
import { createAdvanceRequest } from './advance-request';
import type { ActivityDeps } from './deps';

/**
 * Advances an order of any kind until it has to wait. One local activity does all of it: each
 * activation of a workflow costs as much as a transition.
 */
export function createAdvanceOrder(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const advanceInquired = createAdvanceInquired(deps);
  const advanceRequest = createAdvanceRequest(deps);

  return async function advanceOrder(orderId: string): Promise<OrderAdvanced> {
    const progress = await findOrderProgress(deps.db, orderId);
    if (progress === null) {
      throw ApplicationFailure.nonRetryable(`There is no order ${orderId}.`, 'OrderNotFound');
    }
    const { request, isInquired } = progress;
    if (request !== null) return advanceRequest(orderId, request);
    if (isInquired) return advanceInquired(orderId);
    const { status, opensForMs, moves, webhooks } = await advance(orderId);
    return { status, opensForMs, moves, webhooks };
  };
}

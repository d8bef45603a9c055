import { ApplicationFailure } from '@temporalio/common';
import { closeRequest, findRequestProgress } from '../src/db/orders/provider-requests';
import { isOpen } from '../src/domain/order';
import { createAdvance } from './advance';
import type { OrderAdvanced } from './advance';
import type { ActivityDeps } from './deps';
import { createSubmitOrInquire } from './submit-or-inquire';

/**
 * All that is due of an order that the provider has to do something for: what it has said is
 * applied, then it is asked to do it, or what became of it, when the time for that has come. What
 * it answers at once is applied like a callback.
 */
export function createAdvanceRequest(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const pursue = createSubmitOrInquire(deps);

  return async function advanceRequest(orderId: string): Promise<OrderAdvanced> {
    const progress = await findRequestProgress(deps.db, orderId);
    if (progress === null) {
      const what = `Nothing is asked of the provider for ${orderId}.`;
      throw ApplicationFailure.nonRetryable(what, 'OrderNotFound');
    }
    const { kind, status, hasNews } = progress;
    const asSeen = { status, isOpen: isOpen(kind, status), moves: [], webhooks: {} };
    const heard = hasNews ? await advance(orderId) : asSeen;
    const pursued = heard.isOpen ? await pursue(orderId, progress, heard.status) : null;
    const answered = pursued?.changed === true ? await advance(orderId, pursued.sent) : heard;
    if (!answered.isOpen) await closeRequest(deps.db, orderId);
    return {
      status: answered.status,
      opensForMs: answered.isOpen ? (pursued?.lookInMs ?? 0) : null,
      moves: answered === heard ? heard.moves : [...heard.moves, ...answered.moves],
      webhooks: { ...heard.webhooks, ...answered.webhooks },
    };
  };
}

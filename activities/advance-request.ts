import { closeRequest, type RequestProgress } from '../src/orders/store/provider-requests';
import type { Runner } from '../src/platform/postgres/connect';
import { isOpen } from '../src/orders/rules/kinds';
import { createAdvance, type OrderAdvanced } from './advance';
import type { ActivityDeps } from './deps';
import { createInquireEnded } from './inquire-ended';
import { createSubmitOrInquire } from './submit-or-inquire';

/**
 * Advances an order that needs a request to the provider: applies pending callbacks, then submits
 * or inquires when that is due (orders/rules/payout-plan.ts), then applies the answer like a
 * callback. After the order has ended, it inquires when a hint has arrived.
 */
export function createAdvanceRequest(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const submitOrInquire = createSubmitOrInquire(deps);
  const inquireEnded = createInquireEnded(deps);

  return async function advanceRequest(
    orderId: string,
    progress: RequestProgress,
  ): Promise<OrderAdvanced> {
    const { kind, status, hasNews, isOver, now } = progress;
    // In the transaction that ends the order.
    const close = isOver ? null : (trx: Runner) => void closeRequest(trx, orderId, now);
    const asSeen = { status, isOpen: isOpen(kind, status), moves: [], webhooks: {} };
    const before = hasNews ? await advance(orderId, null, close) : asSeen;
    const call = before.isOpen
      ? await submitOrInquire(orderId, progress, before.status)
      : await inquireEnded(orderId, progress);
    const { sent = null } = call;
    const after = call.changed ? await advance(orderId, sent, close) : before;
    const hasJustEnded = !after.isOpen && !isOver;
    // Ended by a person, before this activity.
    if (hasJustEnded && after === asSeen) await closeRequest(deps.db, orderId, now);
    return {
      status: after.status,
      opensForMs: hasJustEnded ? null : (call.nextWakeMs ?? (after.isOpen ? 0 : null)),
      moves: after === before ? before.moves : [...before.moves, ...after.moves],
      webhooks: { ...before.webhooks, ...after.webhooks },
      ...(after.isOpen && call.hang !== undefined ? { hang: call.hang } : {}),
    };
  };
}

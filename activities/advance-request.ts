import { ApplicationFailure } from '@temporalio/common';
import { closeRequest, findRequestProgress } from '../src/db/provider-requests';
import type { RequestProgress } from '../src/db/provider-requests';
import { isOpen } from '../src/domain/order';
import { createAdvance, createTell } from './advance';
import type { AdvancedAndTold, OrderAdvanced } from './advance';
import type { ActivityDeps } from './index';
import { createPursueRequest } from './pursue-request';

/**
 * All that is due of an order that the provider has to do something for: what it has said is
 * applied, then it is asked to do it, or what became of it, when the time for that has come. What
 * it answers at once is applied like a callback.
 */
export function createAdvanceRequest(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const tell = createTell(deps);
  const pursue = createPursueRequest(deps);

  return async function advanceRequest(orderId: string): Promise<OrderAdvanced> {
    const progress = await findRequestProgress(deps.db, orderId);
    if (progress === null) {
      const what = `Nothing is asked of the provider for ${orderId}.`;
      throw ApplicationFailure.nonRetryable(what, 'OrderNotFound');
    }
    const heard = progress.hasNews ? await advance(orderId) : unchanged(progress);
    const pursued = heard.isOpen ? await pursue(orderId, progress, heard.status) : null;
    const { moved = null, isAnswered = false, lookInMs = 0 } = pursued ?? {};
    const told = moved === null ? null : await tell(moved);
    const after = isAnswered ? await advance(orderId) : (told ?? heard);
    if (!after.isOpen) await closeRequest(deps.db, orderId);
    return {
      status: after.status,
      opensForMs: after.isOpen ? lookInMs : null,
      moves: after === heard ? heard.moves : [...heard.moves, ...after.moves],
      webhooks: { ...heard.webhooks, ...after.webhooks },
    };
  };
}

function unchanged({ kind, status }: RequestProgress): AdvancedAndTold {
  return { status, isOpen: isOpen(kind, status), opensForMs: null, moves: [], webhooks: {} };
}

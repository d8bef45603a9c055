import { closeRequest } from '../src/db/provider-requests';
import { createAdvance } from './advance';
import type { OrderAdvanced } from './advance';
import type { ActivityDeps } from './index';
import { createPursueRequest } from './pursue-request';

/**
 * All that is due of an order that the provider has to do something for: what it has said is
 * applied, then it is asked to do it, or what became of it, when the time for that has come. What
 * it answers at once is applied like a callback.
 */
export function createAdvanceRequest(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const pursue = createPursueRequest(deps);

  return async function advanceRequest(orderId: string): Promise<OrderAdvanced> {
    const heard = await advance(orderId);
    const pursued = heard.isOpen ? await pursue(orderId, heard.status) : null;
    const answered = pursued?.changed === true ? await advance(orderId) : heard;
    if (!answered.isOpen) await closeRequest(deps.db, orderId);
    return {
      status: answered.status,
      opensForMs: answered.isOpen ? (pursued?.lookInMs ?? 0) : null,
      moves:
        pursued?.changed === true
          ? [...heard.moves, ...pursued.moves, ...answered.moves]
          : heard.moves,
      webhooks: { ...heard.webhooks, ...answered.webhooks },
    };
  };
}

import { forgetPayout } from '../src/db/withdrawals';
import { createAdvance } from './advance';
import type { OrderAdvanced } from './advance';
import type { ActivityDeps } from './index';
import { createPursuePayout } from './pursue-payout';

/**
 * All that is due of an order whose money leaves: what the provider has said is applied, then it is
 * asked to pay, or what became of it, when the time for that has come. What it answers at once is
 * applied like a callback.
 */
export function createAdvancePayout(deps: ActivityDeps) {
  const advance = createAdvance(deps);
  const pursue = createPursuePayout(deps);

  return async function advancePayout(orderId: string): Promise<OrderAdvanced> {
    const heard = await advance(orderId);
    const pursued = heard.isOpen ? await pursue(orderId, heard.status) : null;
    const answered = pursued?.changed === true ? await advance(orderId) : heard;
    if (!answered.isOpen) await forgetPayout(deps.db, orderId);
    return {
      status: answered.status,
      opensForMs: answered.isOpen ? (pursued?.lookInMs ?? 0) : null,
      moves: pursued === null ? heard.moves : [...heard.moves, ...pursued.moves, ...answered.moves],
      webhooks: { ...heard.webhooks, ...answered.webhooks },
    };
  };
}

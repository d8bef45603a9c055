import { createAdvance } from './advance';
import type { OrderAdvanced } from './advance';
import type { ActivityDeps } from './deps';

/**
 * All that is due of an order that waits for money, in one local activity: each activation of a
 * workflow costs as much as a move.
 */
export function createAdvanceOrder(deps: ActivityDeps) {
  const advance = createAdvance(deps);

  return async function advanceOrder(orderId: string): Promise<OrderAdvanced> {
    const { status, opensForMs, moves, webhooks } = await advance(orderId);
    return { status, opensForMs, moves, webhooks };
  };
}

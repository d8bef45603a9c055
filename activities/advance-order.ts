import { createAdvance, type OrderAdvanced } from './advance';
import type { ActivityDeps } from './deps';

/**
 * One local activity does all of it: each activation of a workflow costs as much as a transition.
 */
export function createAdvanceOrder(deps: ActivityDeps) {
  const advance = createAdvance(deps);

  return async function advanceOrder(orderId: string): Promise<OrderAdvanced> {
    const { status, opensForMs, moves, webhooks } = await advance(orderId);
    return { status, opensForMs, moves, webhooks };
  };
}

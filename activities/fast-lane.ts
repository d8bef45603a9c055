import { handOver } from '../src/db/deliveries';
import type { Delivery } from '../src/db/deliveries';
import { FIRST_ATTEMPT_TIMEOUT_MS } from '../src/webhooks/schedule';
import { attempt } from './attempt';
import type { ActivityDeps } from './index';

/** First attempts that may be under way to one webhook from this process. */
const AT_ONCE_MAX = 8;

/**
 * First attempts made by an order's own workflow: for a webhook that is not failing and has few
 * attempts under way. Whatever does not succeed here at once gets a workflow of its own, so that a
 * webhook that hangs holds up nobody's order.
 */
export function createFastLane(deps: ActivityDeps) {
  const underWay = new Map<string, number>();

  async function tryOnce(delivery: Delivery): Promise<boolean> {
    const { webhookId } = delivery;
    const others = underWay.get(webhookId) ?? 0;
    if (delivery.failing || delivery.webhookStatus !== 'active' || others >= AT_ONCE_MAX) {
      return false;
    }
    underWay.set(webhookId, others + 1);
    try {
      const { status } = await attempt(deps, delivery, FIRST_ATTEMPT_TIMEOUT_MS, 'fast');
      return status !== 'pending';
    } finally {
      const left = (underWay.get(webhookId) ?? 1) - 1;
      if (left === 0) underWay.delete(webhookId);
      else underWay.set(webhookId, left);
    }
  }

  return async function deliver(deliveries: readonly Delivery[]): Promise<void> {
    const ended = await Promise.all(deliveries.map(tryOnce));
    const rest = deliveries.filter((_, index) => ended[index] !== true).map(({ id }) => id);
    if (rest.length > 0) deps.dispatcher.offer(await handOver(deps.db, rest));
  };
}

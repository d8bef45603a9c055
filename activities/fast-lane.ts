import { enqueueDeliveries } from '../src/db/webhooks/deliveries';
import type { Delivery } from '../src/db/webhooks/deliveries';
import { FIRST_ATTEMPT_TIMEOUT_MS } from '../src/webhooks/schedule';
import { attempt } from './attempt';
import type { Attempted } from './attempt';
import type { ActivityDeps } from './deps';

export type FirstAttempts = Readonly<Record<string, 'succeeded' | 'failed' | 'handed over'>>;

/**
 * First attempts made by an order's own workflow: for a webhook that is not failing and has few
 * attempts under way. Whatever does not succeed here at once gets a workflow of its own, so that a
 * webhook that hangs holds up nobody's order.
 */
export function createFastLane(deps: ActivityDeps) {
  async function tryOnce(delivery: Delivery): Promise<Attempted['status']> {
    const isFirst = delivery.attempts === 0;
    // One that rests is failing, too.
    const isReady = !delivery.failing && delivery.webhookStatus === 'active';
    const leave = isFirst && isReady ? deps.places.take(delivery.webhookId) : null;
    if (leave === null) return 'pending';
    try {
      return (await attempt(deps, delivery, { lane: 'fast', timeoutMs: FIRST_ATTEMPT_TIMEOUT_MS }))
        .status;
    } catch (error) {
      // It must not keep its siblings, or the order, from going on: its own workflow will show it.
      deps.log.error({ err: error, deliveryId: delivery.id }, 'a first attempt could not be made');
      return 'pending';
    } finally {
      leave();
    }
  }

  return async function deliver(deliveries: readonly Delivery[]): Promise<FirstAttempts> {
    const tried = await Promise.all(
      deliveries.map(async (delivery) => ({ id: delivery.id, status: await tryOnce(delivery) })),
    );
    const rest = tried.filter(({ status }) => status === 'pending').map(({ id }) => id);
    if (rest.length > 0) deps.outbox.enqueue(await enqueueDeliveries(deps.db, rest));
    return Object.fromEntries(
      tried.map(({ id, status }) => [id, status === 'pending' ? 'handed over' : status]),
    );
  };
}

import { enqueueDeliveries, type Delivery } from '../src/webhooks/store/deliveries';
import { FIRST_ATTEMPT_TIMEOUT_MS } from '../src/webhooks/sending/schedule';
import { attempt, type Attempted } from './attempt';
import type { ActivityDeps } from './deps';

export type FirstAttempts = Readonly<Record<string, 'succeeded' | 'failed' | 'handed over'>>;

/**
 * The order's workflow makes these first attempts, at webhooks that are not failing and have a free
 * slot. Each other delivery gets its own workflow, so that a slow webhook cannot delay an order.
 */
export function createFastLane(deps: ActivityDeps) {
  async function tryOnce(delivery: Delivery): Promise<Attempted['status']> {
    const isFirst = delivery.attempts === 0;
    const isReady = !delivery.failing && delivery.webhookStatus === 'active';
    const release = isFirst && isReady ? deps.attemptSlots.acquire(delivery.webhookId) : null;
    if (release === null) return 'pending';
    try {
      return (await attempt(deps, delivery, { lane: 'fast', timeoutMs: FIRST_ATTEMPT_TIMEOUT_MS }))
        .status;
    } catch (error) {
      // Other deliveries and the order go on; the delivery's own workflow repeats the error.
      deps.log.error(
        { err: error, deliveryId: delivery.id },
        'first delivery attempt threw an unexpected error',
      );
      return 'pending';
    } finally {
      release();
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

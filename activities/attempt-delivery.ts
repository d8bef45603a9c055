import { ApplicationFailure } from '@temporalio/common';
import { abandonDelivery, findDelivery } from '../src/db/deliveries';
import { ATTEMPT_TIMEOUT_MS } from '../src/webhooks/schedule';
import { attempt } from './attempt';
import type { Attempted } from './attempt';
import type { ActivityDeps } from './index';

/**
 * The next attempt of a delivery that has a workflow of its own: when it is due, or at once when
 * somebody wants it now. Run again after a crash, it finds the attempt written down and waits.
 */
export function createAttemptDelivery(deps: ActivityDeps) {
  return async function attemptDelivery(
    deliveryId: string,
    wantedNow: boolean,
  ): Promise<Attempted> {
    const delivery = await findDelivery(deps.db, deliveryId);
    if (delivery === null) {
      throw ApplicationFailure.nonRetryable(`There is no delivery ${deliveryId}.`, 'NotFound');
    }
    if (delivery.status !== 'pending') return { status: delivery.status, nextInMs: null };
    if (delivery.webhookStatus !== 'active') {
      await abandonDelivery(deps.db, deliveryId);
      return { status: 'failed', nextInMs: null };
    }
    if (delivery.dueInMs > 0 && !wantedNow)
      return { status: 'pending', nextInMs: delivery.dueInMs };
    return attempt(deps, delivery, ATTEMPT_TIMEOUT_MS, 'slow');
  };
}

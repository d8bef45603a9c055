import { ApplicationFailure } from '@temporalio/common';
import { abandonDelivery, claimProbe, findDelivery } from '../src/db/deliveries';
import type { Delivery } from '../src/db/deliveries';
import { PROBE_MS, returnInMs, turnInMs } from '../src/webhooks/circuit';
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
    if (delivery.dueInMs > 0 && !wantedNow) return waiting(delivery.dueInMs);
    return attemptInTurn(deps, delivery, wantedNow);
  };
}

/**
 * An attempt when its webhook has a place and does not rest. What has to wait counts as no attempt
 * and writes nothing down: it looks again later.
 */
async function attemptInTurn(
  deps: ActivityDeps,
  delivery: Delivery,
  wantedNow: boolean,
): Promise<Attempted> {
  const { webhookId, restsForMs } = delivery;
  const { places } = deps;
  // What a merchant wants now goes through a rest, one at a time: that ends it, if it can be ended.
  const isLetThrough = wantedNow && places.underWay(webhookId) === 0;
  const isResting = restsForMs !== null && restsForMs > 0;
  if (isResting && !isLetThrough) return waiting(returnInMs(restsForMs, Math.random));
  const leave = places.take(webhookId);
  if (leave === null) return waiting(turnInMs(places.turnedAway(webhookId), Math.random));
  try {
    const isProbe = restsForMs === 0;
    if (isProbe && !(await claimProbe(deps.db, webhookId, PROBE_MS))) {
      return waiting(returnInMs(PROBE_MS, Math.random));
    }
    const manner = { lane: 'slow', timeoutMs: ATTEMPT_TIMEOUT_MS, isProbe } as const;
    return await attempt(deps, delivery, manner);
  } finally {
    leave();
  }
}

const waiting = (nextInMs: number): Attempted => ({ status: 'pending', nextInMs });

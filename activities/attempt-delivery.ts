import { ApplicationFailure } from '@temporalio/common';
import { abandonDelivery, claimProbe, findDelivery } from '../src/db/webhooks/deliveries';
import type { Delivery } from '../src/db/webhooks/deliveries';
import { PROBE_MS, returnInMs, turnInMs } from '../src/webhooks/circuit';
import { ATTEMPT_TIMEOUT_MS, FIRST_ATTEMPT_TIMEOUT_MS } from '../src/webhooks/schedule';
import { attempt } from './attempt';
import type { Attempted } from './attempt';
import type { ActivityDeps } from './deps';

/**
 * The next attempt of a delivery that has a workflow of its own: when it is due, or at once when
 * somebody wants it now. Run again after a crash, it finds the attempt written down and waits.
 */
export function createAttemptDelivery(deps: ActivityDeps) {
  return async function attemptDelivery(
    deliveryId: string,
    wantedNow: boolean,
  ): Promise<Attempted> {
    const { delivery, outcome } = await whatIsDue(deps, deliveryId, wantedNow);
    return outcome ?? attemptInTurn(deps, delivery);
  };
}

/** So many workflow tasks may be held up by attempts at once; the worker has more of them. */
const AT_ONCE_MAX = 16;

/**
 * The same in a local activity, which costs Temporal half: all of what has to wait, and first
 * attempts at webhooks that are not failing. Null when an attempt is due that may take its time.
 */
export function createAttemptAtOnce(deps: ActivityDeps) {
  let underWay = 0;

  async function attemptQuickly(delivery: Delivery): Promise<Attempted> {
    underWay++;
    try {
      return await attempt(deps, delivery, { lane: 'slow', timeoutMs: FIRST_ATTEMPT_TIMEOUT_MS });
    } finally {
      underWay--;
    }
  }

  return async function attemptAtOnce(
    deliveryId: string,
    wantedNow: boolean,
  ): Promise<Attempted | null> {
    const { delivery, outcome } = await whatIsDue(deps, deliveryId, wantedNow);
    if (outcome !== null) return outcome;
    const leave = deps.places.take(delivery.webhookId);
    if (leave === null) return waitForPlace(deps, delivery);
    try {
      const isQuick = delivery.attempts === 0 && !delivery.failing && underWay < AT_ONCE_MAX;
      return isQuick ? await attemptQuickly(delivery) : null;
    } finally {
      leave();
    }
  };
}

/** A delivery, and what becomes of it when no attempt at it is to be made now. */
async function whatIsDue(
  deps: ActivityDeps,
  deliveryId: string,
  wantedNow: boolean,
): Promise<{ readonly delivery: Delivery; readonly outcome: Attempted | null }> {
  const delivery = await findDelivery(deps.db, deliveryId);
  if (delivery === null) {
    throw ApplicationFailure.nonRetryable(`There is no delivery ${deliveryId}.`, 'NotFound');
  }
  const { status, webhookStatus, dueInMs } = delivery;
  if (status !== 'pending') return { delivery, outcome: { status, nextInMs: null } };
  if (webhookStatus !== 'active') {
    await abandonDelivery(deps.db, deliveryId);
    return { delivery, outcome: { status: 'failed', nextInMs: null } };
  }
  if (dueInMs > 0 && !wantedNow) return { delivery, outcome: waiting(dueInMs) };
  return { delivery, outcome: waitForRest(deps, delivery, wantedNow) };
}

/** Null when its webhook does not rest, or is to be asked in spite of it. */
function waitForRest(
  { places }: ActivityDeps,
  { webhookId, restsForMs }: Delivery,
  wantedNow: boolean,
): Attempted | null {
  if (restsForMs === null || restsForMs === 0) return null;
  // What a merchant wants now goes through a rest, one at a time: that ends it, if it can be ended.
  if (wantedNow && places.underWay(webhookId) === 0) return null;
  return waiting(returnInMs(restsForMs, Math.random));
}

/**
 * An attempt when its webhook has a place. What has to wait counts as no attempt and writes nothing
 * down: it looks again later.
 */
async function attemptInTurn(deps: ActivityDeps, delivery: Delivery): Promise<Attempted> {
  const { webhookId, restsForMs } = delivery;
  const leave = deps.places.take(webhookId);
  if (leave === null) return waitForPlace(deps, delivery);
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

const waitForPlace = ({ places }: ActivityDeps, { webhookId }: Delivery): Attempted =>
  waiting(turnInMs(places.turnedAway(webhookId), Math.random));

const waiting = (nextInMs: number): Attempted => ({ status: 'pending', nextInMs });

import { ApplicationFailure } from '@temporalio/common';
import {
  abandonDelivery,
  claimProbe,
  findDelivery,
  type Delivery,
} from '../src/webhooks/store/deliveries';
import { PROBE_MS, reslotRetryMs, slotRetryMs } from '../src/webhooks/sending/circuit';
import { ATTEMPT_TIMEOUT_MS, FIRST_ATTEMPT_TIMEOUT_MS } from '../src/webhooks/sending/schedule';
import { attempt, type Attempted } from './attempt';
import type { ActivityDeps } from './deps';

/**
 * For a delivery with its own workflow. It can run again after a crash: a recorded attempt is not
 * repeated before the next one is due.
 */
export function createAttemptDelivery(deps: ActivityDeps) {
  return async function attemptDelivery(
    deliveryId: string,
    wantedNow: boolean,
  ): Promise<Attempted> {
    const { delivery, outcome } = await dueOutcome(deps, deliveryId, wantedNow);
    return outcome ?? attemptWithSlot(deps, delivery);
  };
}

/**
 * Workflow tasks that attempts may block at a time; the worker has more
 * (src/kernel/temporal/worker).
 */
const AT_ONCE_MAX = 16;

/**
 * `attemptDelivery` as a local activity, at half the cost for Temporal: for every wait, and for
 * first attempts at webhooks that are not failing. Null when an attempt is due that may be slow.
 */
export function createAttemptAtOnce(deps: ActivityDeps) {
  let inProgress = 0;

  async function attemptQuickly(delivery: Delivery): Promise<Attempted> {
    inProgress++;
    try {
      return await attempt(deps, delivery, { lane: 'slow', timeoutMs: FIRST_ATTEMPT_TIMEOUT_MS });
    } finally {
      inProgress--;
    }
  }

  return async function attemptAtOnce(
    deliveryId: string,
    wantedNow: boolean,
  ): Promise<Attempted | null> {
    const { delivery, outcome } = await dueOutcome(deps, deliveryId, wantedNow);
    if (outcome !== null) return outcome;
    const release = deps.attemptSlots.acquire(delivery.webhookId);
    if (release === null) return waitForSlot(deps, delivery);
    try {
      const isQuick = delivery.attempts === 0 && !delivery.failing && inProgress < AT_ONCE_MAX;
      return isQuick ? await attemptQuickly(delivery) : null;
    } finally {
      release();
    }
  };
}

/** `outcome` is null when an attempt is due now. */
async function dueOutcome(
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
  return { delivery, outcome: waitForCooldown(deps, delivery, wantedNow) };
}

/** Null when the circuit is closed, the cooldown is over, or an attempt is requested now. */
function waitForCooldown(
  { attemptSlots }: ActivityDeps,
  { webhookId, cooldownMs }: Delivery,
  wantedNow: boolean,
): Attempted | null {
  if (cooldownMs === null || cooldownMs === 0) return null;
  // A merchant's request passes an open circuit, one at a time: a success closes it.
  if (wantedNow && attemptSlots.held(webhookId) === 0) return null;
  return waiting(reslotRetryMs(cooldownMs, Math.random));
}

/** A wait for a slot is not recorded as an attempt. */
async function attemptWithSlot(deps: ActivityDeps, delivery: Delivery): Promise<Attempted> {
  const { webhookId, cooldownMs } = delivery;
  const release = deps.attemptSlots.acquire(webhookId);
  if (release === null) return waitForSlot(deps, delivery);
  try {
    const isProbe = cooldownMs === 0;
    if (isProbe && !(await claimProbe(deps.db, webhookId, PROBE_MS))) {
      return waiting(reslotRetryMs(PROBE_MS, Math.random));
    }
    const mode = { lane: 'slow', timeoutMs: ATTEMPT_TIMEOUT_MS, isProbe } as const;
    return await attempt(deps, delivery, mode);
  } finally {
    release();
  }
}

const waitForSlot = ({ attemptSlots }: ActivityDeps, { webhookId }: Delivery): Attempted =>
  waiting(slotRetryMs(attemptSlots.rejected(webhookId), Math.random));

const waiting = (nextInMs: number): Attempted => ({ status: 'pending', nextInMs });

import { recordAttempt } from '../src/db/deliveries';
import type { Delivery } from '../src/db/deliveries';
import { DISABLE_AFTER_MS, nextAttemptDelayMs } from '../src/webhooks/schedule';
import { signatureHeaders } from '../src/webhooks/sign';
import type { ActivityDeps } from './index';

export interface Attempted {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly nextInMs: number | null;
}

const GONE = 410;

/**
 * One attempt: signed anew, sent, written down. What the receiver does is an outcome, not an error.
 */
export async function attempt(
  deps: ActivityDeps,
  delivery: Delivery,
  timeoutMs: number,
  lane: 'fast' | 'slow',
): Promise<Attempted> {
  const { eventId: id, body } = delivery;
  const secrets = delivery.secretsSealed.map((sealed) =>
    deps.vault.open(sealed, 'webhooks.secret'),
  );
  const result = await deps.sender.send({
    url: delivery.url,
    headers: signatureHeaders({ id, atMs: Date.now(), body, secrets }),
    body,
    timeoutMs,
  });
  const gone = result.statusCode === GONE;
  const delayMs = nextAttemptDelayMs({
    attemptsMade: delivery.attempts - delivery.attemptsBefore + 1,
    retryAfterMs: result.retryAfterMs,
    random: Math.random,
  });
  const nextInMs = result.ok || gone ? null : delayMs;
  const status = result.ok ? 'succeeded' : nextInMs === null ? 'failed' : 'pending';
  await recordAttempt(deps.db, {
    deliveryId: delivery.id,
    statusCode: result.statusCode,
    durationMs: Math.round(result.durationMs),
    error: result.error,
    answer: result.answer,
    status,
    nextInMs,
    gone,
    disableAfterMs: DISABLE_AFTER_MS,
  });
  deps.metrics.deliveries.inc({ lane, outcome: status });
  return { status, nextInMs };
}

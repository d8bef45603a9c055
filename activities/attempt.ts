import { recordAttempt } from '../src/db/webhooks/deliveries';
import type { Delivery, WebhookFailed } from '../src/db/webhooks/deliveries';
import { afterFailure } from '../src/webhooks/circuit';
import { nextAttemptDelayMs } from '../src/webhooks/schedule';
import { signatureHeaders } from '../src/webhooks/sign';
import type { ActivityDeps } from './deps';

export interface Attempted {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly nextInMs: number | null;
}

/** How it is made: as a first attempt of an order's own workflow, or by the delivery's. */
export interface Manner {
  readonly lane: 'fast' | 'slow';
  readonly timeoutMs: number;
  /** It is to find out whether a webhook that rested is back. */
  readonly isProbe?: boolean;
}

const GONE = 410;

/**
 * One attempt: signed anew, sent, written down. What the receiver does is an outcome, not an error.
 */
export async function attempt(
  deps: ActivityDeps,
  delivery: Delivery,
  { lane, timeoutMs, isProbe = false }: Manner,
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
  const isGone = result.statusCode === GONE;
  const delayMs = nextAttemptDelayMs({
    attemptsMade: delivery.attempts - delivery.attemptsBefore + 1,
    retryAfterMs: result.retryAfterMs,
    random: Math.random,
  });
  const nextInMs = result.ok || isGone ? null : delayMs;
  const status = result.ok ? 'succeeded' : nextInMs === null ? 'failed' : 'pending';
  const recorded = await recordAttempt(deps.db, {
    deliveryId: delivery.id,
    statusCode: result.statusCode,
    durationMs: Math.round(result.durationMs),
    error: result.error,
    answer: result.answer,
    status,
    nextInMs,
    judge: (webhook) =>
      afterFailure(webhook, { isProbe, isGone, retryAfterMs: result.retryAfterMs }),
  });
  deps.metrics.deliveries.inc({ lane, outcome: status });
  if (recorded !== null) tell(deps, delivery.webhookId, recorded);
  return { status, nextInMs };
}

/** Says what became of a failed webhook: to operators, and to its merchant's others. */
function tell(deps: ActivityDeps, webhookId: string, after: WebhookFailed): void {
  const { disabledReason, failures, restsForMs } = after;
  if (disabledReason !== null) {
    deps.log.warn({ webhookId, reason: disabledReason }, 'a webhook was disabled');
  } else if (restsForMs !== null) {
    deps.log.info({ webhookId, failures, restsForMs }, 'a webhook rests');
  }
  deps.outbox.enqueue(after.dispatches);
}

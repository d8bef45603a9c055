import { recordAttempt, type Delivery, type WebhookFailed } from '../src/webhooks/store/deliveries';
import { activeSpan, spanned, type Span } from '../src/platform/observe/tracing';
import { afterFailure } from '../src/webhooks/sending/circuit';
import { nextAttemptDelayMs } from '../src/webhooks/sending/schedule';
import { signatureHeaders } from '../src/webhooks/sending/sign';
import type { ActivityDeps } from './deps';

export interface Attempted {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly nextInMs: number | null;
}

export interface AttemptMode {
  /** `fast`: the order's workflow makes it; `slow`: the delivery's own workflow. */
  readonly lane: 'fast' | 'slow';
  readonly timeoutMs: number;
  /** The probe of a webhook after its cooldown. */
  readonly isProbe?: boolean;
}

const GONE = 410;

/** A failure of the receiver is an outcome, not an error. */
export async function attempt(
  deps: ActivityDeps,
  delivery: Delivery,
  { lane, timeoutMs, isProbe = false }: AttemptMode,
): Promise<Attempted> {
  const { eventId: id, body } = delivery;
  const secrets = delivery.secretsSealed.map((sealed) =>
    deps.vault.open(sealed, 'webhooks.secret'),
  );
  const result = await spanned(
    beginSpan(deps, delivery, lane),
    () =>
      deps.sender.send({
        url: delivery.url,
        headers: signatureHeaders({ id, atMs: Date.now(), body, secrets }),
        body,
        timeoutMs,
      }),
    ({ statusCode, error }) => ({
      'http.response.status_code': statusCode ?? undefined,
      'saphan.outcome': error ?? 'ok',
    }),
  );
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
    url: delivery.url,
    statusCode: result.statusCode,
    durationMs: Math.round(result.durationMs),
    error: result.error,
    answer: result.answer,
    status,
    nextInMs,
    nextElsewhereInMs: delayMs,
    judge: (webhook) =>
      afterFailure(webhook, { isProbe, isGone, retryAfterMs: result.retryAfterMs }),
  });
  deps.metrics.deliveries.inc({ lane, outcome: recorded.status });
  if (recorded.failure !== null) report(deps, delivery.webhookId, recorded.failure);
  return { status: recorded.status, nextInMs: recorded.nextInMs };
}

/**
 * A span of the activity, or else of the span that wrote the event. The receiver gets no trace
 * context.
 */
function beginSpan(
  { tracer }: ActivityDeps,
  { id, eventId, webhookId, url, attempts, traceParent }: Delivery,
  lane: AttemptMode['lane'],
): Span | null {
  const parent = activeSpan()?.traceParent ?? traceParent;
  if (parent === null) return null;
  return tracer.resume(parent, {
    name: 'webhook attempt',
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(url).hostname,
      'saphan.delivery_id': id,
      'saphan.event_id': eventId,
      'saphan.webhook_id': webhookId,
      'saphan.attempt': attempts + 1,
      'saphan.lane': lane,
    },
  });
}

/** Also dispatches the event of a disabled webhook. */
function report(deps: ActivityDeps, webhookId: string, after: WebhookFailed): void {
  const { disabledReason, failures, cooldownMs } = after;
  if (disabledReason !== null) {
    deps.log.warn({ webhookId, reason: disabledReason }, 'webhook disabled');
  } else if (cooldownMs !== null) {
    deps.log.info({ webhookId, failures, cooldownMs }, 'webhook circuit breaker opened');
  }
  deps.outbox.enqueue(after.messages);
}

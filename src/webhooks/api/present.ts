import type { z } from 'zod';
import type { IncomingKind } from '../../orders/rules/kinds';
import { allows, type Grant } from '../../kernel/rules/permission';
import type { CreatedWebhook } from '../create-webhook';
import type { DeliveryRecord } from '../delivery-history';
import type { Webhook } from '../find-webhook';
import type { EventRecord } from '../list-events';
import { WEBHOOKS_MAX } from '../list-webhooks';
import type { Ping } from '../ping-webhook';
import type { Replay } from '../replay-webhook';
import type { createdWebhook, delivery, event, ping, replay, webhook, webhookPage } from './schema';

export function presentWebhook(row: Webhook): z.input<typeof webhook> {
  return {
    webhook_id: row.id,
    url: row.url,
    events: [...row.events],
    status: row.status,
    description: row.description,
    disabled_reason: row.disabledReason,
    created_at: row.createdAt.toISOString(),
  };
}

export function presentCreatedWebhook(created: CreatedWebhook): z.input<typeof createdWebhook> {
  return { ...presentWebhook(created), secret: created.secret, warning: created.warning };
}

/** The list has one page, because it holds the maximum number of webhooks of a merchant. */
export function presentWebhookPage(rows: readonly Webhook[]): z.input<typeof webhookPage> {
  return {
    webhooks: rows.map(presentWebhook),
    total: rows.length,
    limit: WEBHOOKS_MAX,
    offset: 0,
    has_more: false,
    next_cursor: null,
  };
}

export const presentPing = (pinged: Ping): z.input<typeof ping> => ({
  delivered: pinged.ok,
  status_code: pinged.statusCode,
  duration_ms: Math.round(pinged.durationMs),
  error: pinged.error,
  answer: pinged.answer,
});

export const presentDelivery = (row: DeliveryRecord): z.input<typeof delivery> => ({
  delivery_id: row.id,
  event_id: row.eventId,
  webhook_id: row.webhookId,
  event: row.event,
  status: row.status,
  attempts: row.attempts.map((attempt) => ({
    at: new Date(attempt.at).toISOString(),
    status_code: attempt.statusCode,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    answer: attempt.answer,
  })),
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** `body` is JSON of this shape. `payer` is null for a key that may not read the order. */
export function presentEvent(
  { body }: EventRecord,
  granted: readonly Grant[],
): z.input<typeof event> {
  const sent = JSON.parse(body) as z.input<typeof event>;
  const { data } = sent;
  if (!('payer' in data)) return sent;
  const { kind } = data as { readonly kind: IncomingKind };
  return allows(granted, `${kind}s:read`) ? sent : { ...sent, data: { ...data, payer: null } };
}

export const presentReplay = (row: Replay): z.input<typeof replay> => ({
  replay_id: row.id,
  webhook_id: row.webhookId,
  status: row.status,
  only_failed: row.onlyFailed,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  total: row.total,
  replayed: row.replayed,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

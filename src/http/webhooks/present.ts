import type { z } from 'zod';
import type { CreatedWebhook } from '../../application/create-webhook';
import type { Webhook } from '../../application/find-webhook';
import { WEBHOOKS_MAX } from '../../application/list-webhooks';
import type { createdWebhook, webhook, webhookPage } from './schema';

export function presentWebhook(row: Webhook): z.input<typeof webhook> {
  return {
    webhook_id: row.id,
    url: row.url,
    events: [...row.events],
    status: row.status,
    created_at: row.createdAt.toISOString(),
  };
}

export function presentCreatedWebhook(created: CreatedWebhook): z.input<typeof createdWebhook> {
  return { ...presentWebhook(created), secret: created.secret };
}

/** As many as a merchant can have: the first page is always the last. */
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

import type { EventName } from '../domain/events';
import type { Db } from './connect';

export interface Webhook {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly status: 'active' | 'disabled';
  readonly createdAt: Date;
}

interface WebhookRow {
  id: string;
  merchant_id: string;
  url: string;
  events: EventName[];
  status: 'active' | 'disabled';
  created_at: Date;
}

const webhookFromRow = (row: WebhookRow): Webhook => ({
  id: row.id,
  merchantId: row.merchant_id,
  url: row.url,
  events: row.events,
  status: row.status,
  createdAt: row.created_at,
});

export const WEBHOOKS_MAX = 16;

/**
 * Adds a webhook unless the merchant has as many as it may: then false. The merchant's row is
 * locked, so that two requests at once cannot both take the last place.
 */
export async function insertWebhook(
  trx: Db,
  webhook: Webhook & { readonly secretSealed: string },
): Promise<boolean> {
  await trx('merchants').where('id', webhook.merchantId).forNoKeyUpdate().first('id');
  const present = await trx('webhooks')
    .where('merchant_id', webhook.merchantId)
    .whereNot('status', 'deleted')
    .count<{ count: number }[]>('* as count')
    .first();
  if ((present?.count ?? 0) >= WEBHOOKS_MAX) return false;
  await trx('webhooks').insert({
    id: webhook.id,
    merchant_id: webhook.merchantId,
    url: webhook.url,
    events: [...webhook.events],
    status: webhook.status,
    secret_sealed: webhook.secretSealed,
    created_at: webhook.createdAt,
  });
  return true;
}

/** A merchant's webhooks, newest first; at most WEBHOOKS_MAX, so there are no pages. */
export async function listWebhooks(db: Db, merchantId: string): Promise<Webhook[]> {
  const rows = await db('webhooks')
    .where('merchant_id', merchantId)
    .whereNot('status', 'deleted')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select<WebhookRow[]>('*');
  return rows.map(webhookFromRow);
}

export async function findWebhook(
  db: Db,
  merchantId: string,
  webhookId: string,
): Promise<Webhook | null> {
  const row = await db('webhooks')
    .where({ id: webhookId, merchant_id: merchantId })
    .whereNot('status', 'deleted')
    .first<WebhookRow | undefined>();
  return row === undefined ? null : webhookFromRow(row);
}

/** The row stays for the history of its deliveries. False when the merchant has no such webhook. */
export async function deleteWebhook(
  db: Db,
  merchantId: string,
  webhookId: string,
): Promise<boolean> {
  const changed = await db('webhooks')
    .where({ id: webhookId, merchant_id: merchantId })
    .whereNot('status', 'deleted')
    .update({ status: 'deleted' });
  return changed > 0;
}

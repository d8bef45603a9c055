import type { EventName } from '../../domain/events';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import { originColumns } from '../orders/origin';
import type { Origin } from '../orders/origin';

export interface Webhook {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly status: 'active' | 'disabled';
  readonly description: string | null;
  /** Why it is disabled: `merchant`, `gone` or `failing`; null while it is not. */
  readonly disabledReason: string | null;
  /** Time of the first failure after the last success; null without one, and when disabled. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

interface WebhookRow {
  id: string;
  merchant_id: string;
  url: string;
  events: EventName[];
  status: 'active' | 'disabled';
  description: string | null;
  disabled_reason: string | null;
  failing_since: Date | null;
  created_at: Date;
}

const webhookFromRow = (row: WebhookRow): Webhook => ({
  id: row.id,
  merchantId: row.merchant_id,
  url: row.url,
  events: row.events,
  status: row.status,
  description: row.description,
  disabledReason: row.status === 'disabled' ? row.disabled_reason : null,
  failingSince: row.status === 'active' ? row.failing_since : null,
  createdAt: row.created_at,
});

export const WEBHOOKS_MAX = 16;

/**
 * Adds a webhook. False when the merchant has the maximum. The merchant's row is locked, so that
 * concurrent requests cannot exceed it.
 */
export async function insertWebhook(
  trx: Db,
  webhook: Webhook & { readonly secretSealed: string; readonly origin: Origin | null },
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
    description: webhook.description,
    secret_sealed: webhook.secretSealed,
    created_at: webhook.createdAt,
    ...originColumns(webhook.origin),
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

/** Missing fields stay unchanged. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly EventName[];
  readonly description?: string | null;
  readonly enabled?: boolean;
}

/**
 * Null when the merchant has no such webhook. Enabling resets its failure counters and cooldown.
 */
export async function changeWebhook(
  db: Db,
  merchantId: string,
  webhookId: string,
  { url, events, description, enabled }: WebhookChange,
): Promise<Webhook | null> {
  const enabling = { status: 'active', failing_since: null, failures: 0, resting_until: null };
  const [row] = await db('webhooks')
    .where({ id: webhookId, merchant_id: merchantId })
    .whereNot('status', 'deleted')
    .update({
      id: webhookId,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...events] }),
      ...(description === undefined ? {} : { description }),
      ...(enabled === undefined ? {} : { disabled_reason: enabled ? null : 'merchant' }),
      ...(enabled === true ? enabling : {}),
      ...(enabled === false ? { status: 'disabled' } : {}),
    })
    .returning<WebhookRow[]>('*');
  return row === undefined ? null : webhookFromRow(row);
}

/** How long the previous secret signs beside the new one. */
const OVERLAP = '24 hours';

/** False when the merchant has no such webhook. */
export async function rotateSecret(
  db: Db,
  merchantId: string,
  webhookId: string,
  secretSealed: string,
): Promise<boolean> {
  const changed = await db('webhooks')
    .where({ id: webhookId, merchant_id: merchantId })
    .whereNot('status', 'deleted')
    .update({
      previous_secret_sealed: db.ref('secret_sealed'),
      previous_until: db.raw(`now() + interval '${OVERLAP}'`),
      secret_sealed: secretSealed,
    });
  return changed > 0;
}

/** The sealed signing secrets: the current one, and for 24 hours after a rotation the previous. */
export async function findSecrets(db: Db, webhookId: string): Promise<readonly string[]> {
  const [row] = await run<{ secret: string; previous: string | null }>(
    db,
    'find-secrets',
    sql`select secret_sealed as secret,
            case when previous_until > now() then previous_secret_sealed end as previous
     from webhooks where id = ${webhookId}`,
  );
  if (row === undefined) return [];
  return row.previous === null ? [row.secret] : [row.secret, row.previous];
}

/** Keeps the row for the history of deliveries. False when the merchant has no such webhook. */
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

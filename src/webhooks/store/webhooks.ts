import type { EventName } from '../../kernel/events/rules/events';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { lockMerchant } from '../../kernel/merchants/store';
import { originColumns, type Origin } from '../../kernel/origin';
import { wakeWaiting } from './deliveries';

export interface Webhook {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly status: 'active' | 'disabled';
  readonly description: string | null;
  /** `merchant`, `gone` or `failing`; null while the webhook is not disabled. */
  readonly disabledReason: string | null;
  /** The first failure after the last success; null without one, and when disabled. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

const columns = sql`id, merchant_id, url, events, status, description,
  case when status = 'disabled' then disabled_reason end as disabled_reason,
  case when status = 'active' then failing_since end as failing_since,
  created_at`;

export const WEBHOOKS_MAX = 16;

/** False at the maximum. Locks the merchant's row, so concurrent requests cannot exceed it. */
export async function insertWebhook(
  trx: Db,
  webhook: Webhook & { readonly secretSealed: string; readonly origin: Origin | null },
): Promise<boolean> {
  const { id, merchantId, url, events, status, description, secretSealed, createdAt } = webhook;
  await lockMerchant(trx, merchantId);
  if ((await listWebhooks(trx, merchantId)).length >= WEBHOOKS_MAX) return false;
  const origin = originColumns(webhook.origin);
  await run(
    trx,
    'insert-webhook',
    sql`insert into webhooks (id, merchant_id, url, events, status, description, secret_sealed,
                           created_at, api_key_id, client_address, request_id)
     values (${id}, ${merchantId}, ${url}, ${events}, ${status}, ${description}, ${secretSealed},
             ${createdAt}, ${origin.api_key_id}, ${origin.client_address}, ${origin.request_id})`,
  );
  return true;
}

/** Newest first; at most WEBHOOKS_MAX, so there are no pages. */
export function listWebhooks(db: Db, merchantId: string): Promise<Webhook[]> {
  return run<Webhook>(
    db,
    'list-webhooks',
    sql`select ${columns} from webhooks where merchant_id = ${merchantId} and status <> 'deleted'
     order by created_at desc, id desc`,
  );
}

export async function findWebhook(
  db: Db,
  merchantId: string,
  webhookId: string,
): Promise<Webhook | null> {
  const [webhook] = await run<Webhook>(
    db,
    'find-webhook',
    sql`select ${columns} from webhooks
     where id = ${webhookId} and merchant_id = ${merchantId} and status <> 'deleted'`,
  );
  return webhook ?? null;
}

/** Absent fields stay unchanged. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly EventName[];
  readonly description?: string | null;
  readonly enabled?: boolean;
}

/** Null for an unknown webhook. Enabling it or a new URL resets failure counters and cooldown. */
export async function changeWebhook(
  db: Db,
  merchantId: string,
  webhookId: string,
  { url, events, description, enabled }: WebhookChange,
): Promise<Webhook | null> {
  const [webhook] = await run<Webhook>(
    db,
    'change-webhook',
    sql`with input as (
       select ${url ?? null}::text as new_url, ${events ?? null}::text[] as new_events,
              ${description !== undefined}::boolean as describes,
              ${description ?? null}::text as new_description,
              ${enabled ?? null}::boolean as enabled
     )
     update webhooks set
       url = coalesce(new_url, url), events = coalesce(new_events, events),
       description = case when describes then new_description else description end,
       status = case enabled when true then 'active' when false then 'disabled' else status end,
       disabled_reason =
         case enabled when true then null when false then 'merchant' else disabled_reason end,
       failing_since = case when enabled or new_url <> url then null else failing_since end,
       failures = case when enabled or new_url <> url then 0 else failures end,
       cooldown_until = case when enabled or new_url <> url then null else cooldown_until end
     from input
     where id = ${webhookId} and merchant_id = ${merchantId} and status <> 'deleted'
     returning ${columns}`,
  );
  // Its deliveries may wait for the end of a cooldown.
  if (webhook !== undefined && (enabled === true || url !== undefined)) {
    await wakeWaiting(db, webhookId);
  }
  return webhook ?? null;
}

/** The previous secret signs beside the new one for this long. */
const OVERLAP = '24 hours';

/** False when the merchant has no such webhook. */
export async function rotateSecret(
  db: Db,
  merchantId: string,
  webhookId: string,
  secretSealed: string,
): Promise<boolean> {
  const changed = await run(
    db,
    'rotate-secret',
    sql`update webhooks set secret_sealed = ${secretSealed},
       previous_secret_sealed = secret_sealed, previous_until = now() + interval '${raw(OVERLAP)}'
     where id = ${webhookId} and merchant_id = ${merchantId} and status <> 'deleted' returning 1`,
  );
  return changed.length > 0;
}

/** The current one, and for 24 hours after a rotation the previous. */
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
  const deleted = await run(
    db,
    'delete-webhook',
    sql`update webhooks set status = 'deleted'
     where id = ${webhookId} and merchant_id = ${merchantId} and status <> 'deleted' returning 1`,
  );
  return deleted.length > 0;
}

import type { EventName } from '../../kernel/events/rules/events';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Position } from '../../platform/postgres/position';

/** As shown to the merchant. */
export interface AttemptRecord {
  readonly at: string;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  /** Cut after one kilobyte. */
  readonly answer: string | null;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly event: EventName;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Oldest first. */
  readonly attempts: readonly AttemptRecord[];
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** Cut after `PAYLOAD_SHOWN` characters. */
  readonly payload: string;
}

/** Metadata can make a payload long. */
const PAYLOAD_SHOWN = 3_000;

const columns = sql`
  select deliveries.id, event_id, webhook_id, events.name as event,
         left(events.body, ${raw(PAYLOAD_SHOWN)}) as payload,
         deliveries.status, deliveries.created_at,
         case when deliveries.status = 'pending' then greatest(
           next_attempt_at, deliveries.created_at,
           (select cooldown_until from webhooks where webhooks.id = webhook_id)) end
           as next_attempt_at,
         coalesce((select json_agg(json_build_object(
             'at', at, 'statusCode', status_code, 'durationMs', duration_ms, 'error', error,
             'answer', answer) order by number)
           from delivery_attempts where delivery_id = deliveries.id), '[]') as attempts
  from deliveries join events on events.id = deliveries.event_id`;

export interface DeliverySlice {
  readonly limit: number;
  readonly after: Position | null;
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { limit, after }: DeliverySlice,
): Promise<{ readonly items: readonly DeliveryRecord[]; readonly hasMore: boolean }> {
  const rows = await run<DeliveryRecord>(
    db,
    'list-deliveries',
    sql`${columns}
     where webhook_id = ${webhookId} and (deliveries.created_at, deliveries.id)
       < (${after?.createdAt ?? 'infinity'}::timestamptz, ${after?.id ?? ''}::text)
     order by deliveries.created_at desc, deliveries.id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Null for a delivery of another merchant's event. */
export async function findDeliveryRecord(
  db: Db,
  merchantId: string,
  deliveryId: string,
): Promise<(DeliveryRecord & { readonly webhookStatus: string }) | null> {
  const [row] = await run<DeliveryRecord & { readonly webhookStatus: string }>(
    db,
    'find-delivery-record',
    sql`select record.*, webhooks.status as webhook_status
     from (${columns} where deliveries.id = ${deliveryId}
             and events.merchant_id = ${merchantId}) as record
     join webhooks on webhooks.id = record.webhook_id`,
  );
  return row ?? null;
}

/** Ended deliveries get a full retry schedule; pending ones are attempted now and keep theirs. */
export async function redeliver(
  db: Db,
  deliveryIds: readonly string[],
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'redeliver',
    sql`with wanted as (
       update deliveries set status = 'pending', handed_over = true, next_attempt_at = now(),
         attempts_before = case when status = 'pending' then attempts_before else attempts end
       where id = any(${deliveryIds}::text[]) returning id
     )
     insert into outbox_messages (topic, subject, detail)
     select 'deliver', id, '{"now":true}'::json from wanted
     returning id, topic, subject, detail`,
  );
}

import type { EventName } from '../../domain/events';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { OutboxMessage } from '../outbox/messages';
import type { Position } from '../orders/order-page';

/** One attempt, as its merchant may see it. */
export interface AttemptRecord {
  readonly at: string;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  /** The first KB of it. */
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
  /** The beginning of what is sent. */
  readonly payload: string;
}

/** Characters of a payload that are read: metadata can make it long. */
const PAYLOAD_SHOWN = 3_000;

const columns = `
  select deliveries.id, event_id as "eventId", webhook_id as "webhookId", events.name as event,
         left(events.body, ${PAYLOAD_SHOWN}) as payload,
         deliveries.status, deliveries.created_at as "createdAt",
         case when deliveries.status = 'pending' then next_attempt_at end as "nextAttemptAt",
         coalesce((select json_agg(json_build_object(
             'at', at, 'statusCode', status_code, 'durationMs', duration_ms, 'error', error,
             'answer', answer) order by number)
           from delivery_attempts where delivery_id = deliveries.id), '[]') as attempts
  from deliveries join events on events.id = deliveries.event_id`;

export interface DeliverySlice {
  readonly limit: number;
  readonly after: Position | null;
}

/** A webhook's deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { limit, after }: DeliverySlice,
): Promise<{ readonly items: readonly DeliveryRecord[]; readonly hasMore: boolean }> {
  const rows = await run<DeliveryRecord>(
    db,
    'list-deliveries',
    `${columns}
     where webhook_id = ? and (deliveries.created_at, deliveries.id) < (?::timestamptz, ?::text)
     order by deliveries.created_at desc, deliveries.id desc limit ?`,
    [webhookId, after?.createdAt ?? 'infinity', after?.id ?? '', limit + 1],
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** A delivery of a merchant's own event; null for another's. */
export async function findDeliveryRecord(
  db: Db,
  merchantId: string,
  deliveryId: string,
): Promise<(DeliveryRecord & { readonly webhookStatus: string }) | null> {
  const [row] = await run<DeliveryRecord & { readonly webhookStatus: string }>(
    db,
    'find-delivery-record',
    `select record.*, webhooks.status as "webhookStatus"
     from (${columns} where deliveries.id = ? and events.merchant_id = ?) as record
     join webhooks on webhooks.id = record."webhookId"`,
    [deliveryId, merchantId],
  );
  return row ?? null;
}

/**
 * Has deliveries made anew, now, with the whole schedule before them; those that wait are made at
 * once. To be offered after the commit.
 */
export async function redeliver(
  db: Db,
  deliveryIds: readonly string[],
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'redeliver',
    `with wanted as (
       update deliveries set status = 'pending', handed_over = true, next_attempt_at = now(),
         attempts_before = case when status = 'pending' then attempts_before else attempts end
       where id = any(?::text[]) returning id
     )
     insert into dispatches (topic, subject, detail)
     select 'deliver', id, '{"now":true}'::json from wanted
     returning id, topic, subject, detail`,
    [[...deliveryIds]],
  );
}

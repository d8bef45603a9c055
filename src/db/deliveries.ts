import type { Db } from './connect';
import { run } from './connect';
import type { Dispatch } from './dispatches';

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly url: string;
  /** What signs it: the secret, and for a day after a rotation the one before it. */
  readonly secretsSealed: readonly string[];
  /** The bytes to sign and send. */
  readonly body: string;
  readonly attempts: number;
  /** Of these, how many were made before it was last asked for anew. */
  readonly attemptsBefore: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly webhookStatus: 'active' | 'disabled' | 'deleted';
  /** Milliseconds until its next attempt; 0 when that is due, or none has been made. */
  readonly dueInMs: number;
  /** The last thing that this webhook did was to fail. */
  readonly failing: boolean;
}

const columns = `
  select deliveries.id, event_id as "eventId", webhook_id as "webhookId", webhooks.url,
         array_remove(array[webhooks.secret_sealed, case when webhooks.previous_until > now()
           then webhooks.previous_secret_sealed end], null) as "secretsSealed",
         events.body, deliveries.attempts, deliveries.attempts_before as "attemptsBefore",
         deliveries.status, webhooks.status as "webhookStatus",
         webhooks.failing_since is not null as failing,
         greatest(ceil(extract(epoch from next_attempt_at - now()) * 1000), 0)::bigint as "dueInMs"
  from deliveries
  join events on events.id = deliveries.event_id
  join webhooks on webhooks.id = deliveries.webhook_id`;

/** An order's deliveries that nobody has taken on yet, oldest event first. */
export async function untakenDeliveries(db: Db, orderId: string): Promise<readonly Delivery[]> {
  return run<Delivery>(
    db,
    'untaken-deliveries',
    `${columns} where deliveries.order_id = ? and deliveries.status = 'pending'
       and not deliveries.handed_over order by events.sequence, deliveries.id`,
    [orderId],
  );
}

export async function findDelivery(db: Db, deliveryId: string): Promise<Delivery | null> {
  const [delivery] = await run<Delivery>(
    db,
    'find-delivery',
    `${columns} where deliveries.id = ?`,
    [deliveryId],
  );
  return delivery ?? null;
}

/** Gives deliveries to workflows of their own, once each. */
export async function handOver(
  db: Db,
  deliveryIds: readonly string[],
): Promise<readonly Dispatch[]> {
  return run<Dispatch>(
    db,
    'hand-over',
    `with taken as (
       update deliveries set handed_over = true
       where id = any(?::text[]) and status = 'pending' and not handed_over returning id
     )
     insert into dispatches (topic, subject) select 'deliver', id from taken
     returning id, topic, subject, detail`,
    [[...deliveryIds]],
  );
}

export interface Attempt {
  readonly deliveryId: string;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly answer: string | null;
  /** What the delivery is after it. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Until the next attempt, when one follows. */
  readonly nextInMs: number | null;
  /** The webhook said that it is gone for good. */
  readonly gone: boolean;
  /** Nothing but failures for so long disables a webhook. */
  readonly disableAfterMs: number;
}

/** Writes down an attempt and what follows from it for the delivery and for its webhook. */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
  await run(
    db,
    'record-attempt',
    `with input as (
       select ?::text as delivery_id, ?::integer as status_code, ?::integer as duration_ms,
              ?::text as error, ?::text as answer, ?::text as status, ?::bigint as next_in_ms,
              ?::boolean as gone, ?::bigint as disable_after_ms
     ), delivery as (
       update deliveries set attempts = attempts + 1, status = input.status,
         next_attempt_at = now() + input.next_in_ms * interval '1 millisecond'
       from input where deliveries.id = input.delivery_id and deliveries.status = 'pending'
       returning deliveries.attempts, deliveries.webhook_id
     ), noted as (
       insert into delivery_attempts
         (delivery_id, number, status_code, duration_ms, error, answer)
       select delivery_id, delivery.attempts, status_code, duration_ms, error, answer
       from input, delivery
     ), recovered as (
       update webhooks set failing_since = null from input, delivery
       where input.status = 'succeeded' and webhooks.id = delivery.webhook_id
         and failing_since is not null
     )
     update webhooks set
       failing_since = coalesce(failing_since, now()),
       status = case when ended.reason is null then webhooks.status else 'disabled' end,
       disabled_reason = coalesce(ended.reason, disabled_reason)
     from input, delivery, lateral (
       select case when input.gone then 'gone'
                   when failing_since < now() - input.disable_after_ms * interval '1 millisecond'
                   then 'failing' end as reason
       from webhooks as same where same.id = delivery.webhook_id
     ) as ended
     where input.status <> 'succeeded' and webhooks.id = delivery.webhook_id
       and webhooks.status = 'active'`,
    [
      attempt.deliveryId,
      attempt.statusCode,
      attempt.durationMs,
      attempt.error,
      attempt.answer,
      attempt.status,
      attempt.nextInMs,
      attempt.gone,
      attempt.disableAfterMs,
    ],
  );
}

/** Ends a delivery without an attempt, as when its webhook was disabled or deleted meanwhile. */
export async function abandonDelivery(db: Db, deliveryId: string): Promise<void> {
  await db('deliveries')
    .where({ id: deliveryId, status: 'pending' })
    .update({ status: 'failed', next_attempt_at: null });
}

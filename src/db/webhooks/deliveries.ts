import { webhookDisabledBody } from '../../domain/events';
import { newId } from '../../lib/new-id';
import type { Db, Runner } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { OutboxMessage } from '../outbox/messages';

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
  /** Milliseconds until this webhook's rest is over, 0 when it is to be probed; null: no rest. */
  readonly cooldownMs: number | null;
}

const columns = `
  select deliveries.id, event_id as "eventId", webhook_id as "webhookId", webhooks.url,
         array_remove(array[webhooks.secret_sealed, case when webhooks.previous_until > now()
           then webhooks.previous_secret_sealed end], null) as "secretsSealed",
         events.body, deliveries.attempts, deliveries.attempts_before as "attemptsBefore",
         deliveries.status, webhooks.status as "webhookStatus",
         webhooks.failing_since is not null as failing,
         greatest(ceil(extract(epoch from next_attempt_at - now()) * 1000), 0)::bigint as "dueInMs",
         case when resting_until is not null then
           greatest(ceil(extract(epoch from resting_until - now()) * 1000), 0)::bigint
         end as "cooldownMs"
  from deliveries
  join events on events.id = deliveries.event_id
  join webhooks on webhooks.id = deliveries.webhook_id`;

/** An order's deliveries that nobody has taken on yet, oldest event first. */
export async function undispatchedDeliveries(
  runner: Runner,
  orderId: string,
): Promise<readonly Delivery[]> {
  return run<Delivery>(
    runner,
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

/**
 * Gives deliveries to workflows of their own, once each. That they are pending is asked by a value,
 * here and below, so that no index of what is pending is chosen (decision 19).
 */
export async function enqueueDeliveries(
  db: Db,
  deliveryIds: readonly string[],
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'hand-over',
    `with asked as materialized (
       select unnest(?::text[]) as id, 'pending' as status
     ), taken as (
       update deliveries set handed_over = true
       from asked where deliveries.id = asked.id and deliveries.status = asked.status
         and not handed_over
       returning deliveries.id
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
  /** Asked when it failed, what that means for its webhook. */
  readonly judge: (webhook: CircuitState) => CircuitDecision;
}

/** A webhook when an attempt at it has failed, and before that is counted. */
export interface CircuitState {
  readonly failures: number;
  /** 0 when this was the first. */
  readonly failingForMs: number;
  /** It rests, or has rested and was not seen to be back. */
  readonly isOpen: boolean;
}

export interface CircuitDecision {
  readonly failures: number;
  /** Its deliveries wait at least for so long; null when no longer than they do already. */
  readonly cooldownMs: number | null;
  /** Why it is disabled; null when it is not. */
  readonly disabledReason: string | null;
}

/** What a failure meant for its webhook. */
export interface WebhookFailed extends CircuitDecision {
  /** To be offered after the commit: that it was disabled is told to the merchant's others. */
  readonly dispatches: readonly OutboxMessage[];
}

/**
 * Writes down an attempt and what follows from it for the delivery and for its webhook, all or
 * nothing. Null when nothing follows for the webhook, as when it is disabled already.
 */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<WebhookFailed | null> {
  if (attempt.status === 'succeeded') {
    await writeAttempt(db, attempt);
    return null;
  }
  return db.transaction(async (trx) => {
    const webhookId = await writeAttempt(trx, attempt);
    return webhookId === null ? null : recordFailure(trx, webhookId, attempt);
  });
}

/** Returns the webhook; null when the delivery had ended meanwhile. A success clears its past. */
async function writeAttempt(db: Db, attempt: Attempt): Promise<string | null> {
  const [written] = await run<{ webhookId: string }>(
    db,
    'write-attempt',
    `with input as (
       select ?::text as delivery_id, ?::integer as status_code, ?::integer as duration_ms,
              ?::text as error, ?::text as answer, ?::text as status, ?::bigint as next_in_ms,
              'pending' as status_before
     ), delivery as (
       update deliveries set attempts = attempts + 1, status = input.status,
         next_attempt_at = now() + input.next_in_ms * interval '1 millisecond'
       from input where deliveries.id = input.delivery_id
         and deliveries.status = input.status_before
       returning deliveries.attempts, deliveries.webhook_id
     ), noted as (
       insert into delivery_attempts
         (delivery_id, number, status_code, duration_ms, error, answer)
       select delivery_id, delivery.attempts, status_code, duration_ms, error, answer
       from input, delivery
     ), recovered as (
       update webhooks set failing_since = null, failures = 0, resting_until = null
       from input, delivery
       where input.status = 'succeeded' and webhooks.id = delivery.webhook_id
         and (failing_since is not null or failures > 0 or resting_until is not null)
     )
     select webhook_id as "webhookId" from delivery`,
    [
      attempt.deliveryId,
      attempt.statusCode,
      attempt.durationMs,
      attempt.error,
      attempt.answer,
      attempt.status,
      attempt.nextInMs,
    ],
  );
  return written?.webhookId ?? null;
}

interface LockedWebhook extends CircuitState {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
}

async function recordFailure(
  trx: Db,
  webhookId: string,
  { judge }: Attempt,
): Promise<WebhookFailed | null> {
  const [webhook] = await run<LockedWebhook>(
    trx,
    'lock-webhook',
    `select id, merchant_id as "merchantId", url, failures,
            coalesce(extract(epoch from now() - failing_since) * 1000, 0)::bigint
              as "failingForMs",
            resting_until is not null as "isOpen"
     from webhooks where id = ? and status = 'active' for no key update`,
    [webhookId],
  );
  if (webhook === undefined) return null;
  const { failures, cooldownMs, disabledReason } = judge(webhook);
  // `greatest` passes over null: a rest is never cut short, and without a new one it stays.
  await run(
    trx,
    'record-failure',
    `update webhooks set failing_since = coalesce(failing_since, now()), failures = ?,
       resting_until = greatest(resting_until, now() + ?::bigint * interval '1 millisecond'),
       disabled_reason = ?,
       status = case when ?::text is null then status else 'disabled' end
     where id = ?`,
    [failures, cooldownMs, disabledReason, disabledReason, webhookId],
  );
  const dispatches =
    disabledReason === null ? [] : await notifyOthers(trx, { ...webhook, reason: disabledReason });
  return { failures, cooldownMs, disabledReason, dispatches };
}

/** Writes the event of a webhook that was disabled, for the merchant's others to be told of. */
async function notifyOthers(
  trx: Db,
  webhook: LockedWebhook & { readonly reason: string },
): Promise<readonly OutboxMessage[]> {
  const name = 'webhook.disabled';
  const [told] = await run<{ sequence: number }>(
    trx,
    'last-sequence',
    'select coalesce(max(sequence), 0) as sequence from events where order_id = ?',
    [webhook.id],
  );
  const sequence = (told?.sequence ?? 0) + 1;
  const head = { id: newId('evt_'), name, sequence, at: new Date() } as const;
  return run<OutboxMessage>(
    trx,
    'notify-of-disabling',
    `with input as (
       select ?::text as event_id, ?::text as merchant_id, ?::text as webhook_id,
              ?::integer as sequence, ?::text as name, ?::text as body
     ), told as (
       insert into events (id, merchant_id, order_id, sequence, name, body)
       select event_id, merchant_id, webhook_id, sequence, name, body from input
     ), to_deliver as (
       insert into deliveries (id, event_id, webhook_id, handed_over)
       select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), event_id, webhooks.id, true
       from input join webhooks using (merchant_id)
       where webhooks.status = 'active' and input.name = any(webhooks.events)
       returning id
     )
     insert into dispatches (topic, subject) select 'deliver', id from to_deliver
     returning id, topic, subject, detail`,
    [head.id, webhook.merchantId, webhook.id, sequence, name, webhookDisabledBody(head, webhook)],
  );
}

/**
 * Takes it on to find out whether a webhook is back from its rest, for `forMs` alone. False when
 * somebody else has, or when it rests again.
 */
export async function claimProbe(db: Db, webhookId: string, forMs: number): Promise<boolean> {
  const claimed = await run(
    db,
    'claim-probe',
    `update webhooks set resting_until = now() + ?::bigint * interval '1 millisecond'
     where id = ? and resting_until <= now() returning 1`,
    [forMs, webhookId],
  );
  return claimed.length > 0;
}

/** Ends a delivery without an attempt, as when its webhook was disabled or deleted meanwhile. */
export async function abandonDelivery(db: Db, deliveryId: string): Promise<void> {
  await db('deliveries')
    .where({ id: deliveryId, status: 'pending' })
    .update({ status: 'failed', next_attempt_at: null });
}

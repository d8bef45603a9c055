import { webhookDisabledBody } from '../../kernel/events/rules/event-bodies';
import { newId } from '../../platform/new-id';
import type { TraceParent } from '../../platform/observe/tracing';
import { run, type Db, type Runner } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import type { AfterFailure, Circuit } from '../sending/circuit';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { announce } from '../../kernel/events/store/announce';

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly url: string;
  /** The signing secret, and for 24 hours after a rotation the previous one. */
  readonly secretsSealed: readonly string[];
  /** The bytes to sign and send. */
  readonly body: string;
  readonly attempts: number;
  /** Attempts before the last redelivery. */
  readonly attemptsBefore: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly webhookStatus: 'active' | 'disabled' | 'deleted';
  /** Until the next attempt; 0 when it is due or none was made. */
  readonly dueInMs: number;
  /** The webhook's last attempt failed. */
  readonly failing: boolean;
  /** The span that wrote the event; null unless it is sampled. */
  readonly traceParent: TraceParent | null;
  /** Remaining cooldown of the webhook, 0 when a probe is due; null when the circuit is closed. */
  readonly cooldownMs: number | null;
}

const columns = sql`
  select deliveries.id, event_id, webhook_id, webhooks.url,
         array_remove(array[webhooks.secret_sealed, case when webhooks.previous_until > now()
           then webhooks.previous_secret_sealed end], null) as secrets_sealed,
         events.body, events.trace_parent,
         deliveries.attempts, deliveries.attempts_before,
         deliveries.status, webhooks.status as webhook_status,
         webhooks.failing_since is not null as failing,
         greatest(ceil(extract(epoch from next_attempt_at - now()) * 1000), 0)::bigint as due_in_ms,
         case when cooldown_until is not null then
           greatest(ceil(extract(epoch from cooldown_until - now()) * 1000), 0)::bigint
         end as cooldown_ms
  from deliveries
  join events on events.id = deliveries.event_id
  join webhooks on webhooks.id = deliveries.webhook_id`;

/** Without a workflow of their own, oldest event first. */
export async function undispatchedDeliveries(
  runner: Runner,
  orderId: string,
): Promise<readonly Delivery[]> {
  return run<Delivery>(
    runner,
    'undispatched-deliveries',
    sql`${columns} where deliveries.order_id = ${orderId} and deliveries.status = 'pending'
       and not deliveries.handed_over order by events.sequence, deliveries.id`,
  );
}

export async function findDelivery(db: Db, deliveryId: string): Promise<Delivery | null> {
  const [delivery] = await run<Delivery>(
    db,
    'find-delivery',
    sql`${columns} where deliveries.id = ${deliveryId}`,
  );
  return delivery ?? null;
}

/** Enqueues each delivery's workflow once. */
export async function enqueueDeliveries(
  db: Db,
  deliveryIds: readonly string[],
): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'enqueue-deliveries',
    sql`with asked as materialized (
       select unnest(${deliveryIds}::text[]) as id
     ), taken as (
       update deliveries set handed_over = true
       from asked where deliveries.id = asked.id and deliveries.status = 'pending'
         and not handed_over
       returning deliveries.id
     )
     insert into outbox_messages (topic, subject) select 'deliver', id from taken
     returning id, topic, subject, detail`,
  );
}

export interface Attempt {
  readonly deliveryId: string;
  /** The URL that was attempted. */
  readonly url: string;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly answer: string | null;
  /** The delivery's status after the attempt. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Null when no attempt follows. */
  readonly nextInMs: number | null;
  /** As `nextInMs`, for a failure at a URL that the webhook no longer has. */
  readonly nextElsewhereInMs: number | null;
  /** Decides, for a failure, on the webhook's circuit breaker. */
  readonly judge: (webhook: Circuit) => AfterFailure;
}

export interface WebhookFailed extends AfterFailure {
  /** Deliveries of `webhook.disabled` to the merchant's other webhooks. */
  readonly messages: readonly OutboxMessage[];
}

export interface Recorded extends Pick<Attempt, 'status' | 'nextInMs'> {
  /** Null when the webhook is unchanged, as when it is disabled already. */
  readonly failure: WebhookFailed | null;
}

/**
 * One transaction for the effects on the delivery and the webhook. An attempt at a former URL of
 * the webhook has no effect on the webhook.
 */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<Recorded> {
  const { status, nextInMs } = attempt;
  if (status === 'succeeded') {
    const written = await writeAttempt(db, attempt);
    if (written?.closesCircuit === true) await wakeWaiting(db, written.webhookId);
    return { status, nextInMs, failure: null };
  }
  return db.transaction(async (trx) => {
    const written = await writeAttempt(trx, attempt);
    if (written === null) return { status, nextInMs, failure: null };
    const webhook = await lockActive(trx, written.webhookId);
    if (webhook === null) return { status, nextInMs, failure: null };
    if (webhook.url !== attempt.url) return retryElsewhere(trx, attempt);
    return { status, nextInMs, failure: await recordFailure(trx, webhook, attempt) };
  });
}

/** Keeps a delivery pending that failed at a former URL, unless it has no attempts left. */
async function retryElsewhere(
  trx: Db,
  { deliveryId, status, nextInMs, nextElsewhereInMs }: Attempt,
): Promise<Recorded> {
  if (status === 'pending' || nextElsewhereInMs === null) {
    return { status, nextInMs, failure: null };
  }
  await run(
    trx,
    'retry-elsewhere',
    sql`update deliveries set status = 'pending',
       next_attempt_at = now() + ${nextElsewhereInMs}::bigint * interval '1 millisecond'
     where id = ${deliveryId}`,
  );
  return { status: 'pending', nextInMs: nextElsewhereInMs, failure: null };
}

interface Written {
  readonly webhookId: string;
  /** The success closes an open circuit. */
  readonly closesCircuit: boolean;
}

/** Null when the delivery has ended. */
async function writeAttempt(db: Db, attempt: Attempt): Promise<Written | null> {
  const [written] = await run<Written>(
    db,
    'write-attempt',
    sql`with input as (
       select ${attempt.deliveryId}::text as delivery_id, ${attempt.url}::text as attempted_url,
              ${attempt.statusCode}::integer as status_code,
              ${attempt.durationMs}::integer as duration_ms,
              ${attempt.error}::text as error, ${attempt.answer}::text as answer,
              ${attempt.status}::text as status, ${attempt.nextInMs}::bigint as next_in_ms
     ), delivery as (
       update deliveries set attempts = attempts + 1, status = input.status,
         next_attempt_at = now() + input.next_in_ms * interval '1 millisecond'
       from input where deliveries.id = input.delivery_id
         and deliveries.status = 'pending'
       returning deliveries.attempts, deliveries.webhook_id
     ), noted as (
       insert into delivery_attempts
         (delivery_id, number, status_code, duration_ms, error, answer)
       select delivery_id, delivery.attempts, status_code, duration_ms, error, answer
       from input, delivery
     ), recovered as (
       update webhooks set failing_since = null, failures = 0, cooldown_until = null
       from input, delivery
       where input.status = 'succeeded' and webhooks.id = delivery.webhook_id
         and webhooks.url = attempted_url
         and (failing_since is not null or failures > 0 or cooldown_until is not null)
     )
     -- The snapshot is that of before the update.
     select webhook_id,
            coalesce(input.status = 'succeeded' and (
              select cooldown_until is not null and webhooks.url = attempted_url
              from webhooks where webhooks.id = webhook_id), false) as closes_circuit
     from input, delivery`,
  );
  return written ?? null;
}

/** Deliveries that are woken together, over this period. Further ones look again by themselves. */
const WOKEN_MAX = 10_000;
const WOKEN_OVER = '20 seconds';

/** The webhook's circuit breaker has closed. */
export async function wakeWaiting(db: Db, webhookId: string): Promise<void> {
  await run(
    db,
    'wake-waiting',
    sql`insert into outbox_messages (topic, subject, detail, visible_at)
     select 'deliver', deliveries.id, '{"again":true}',
            now() + random() * interval '${raw(WOKEN_OVER)}'
     from pending_deliveries join deliveries on deliveries.id = delivery_id
     where webhook_id = ${webhookId} and deliveries.status = 'pending' and handed_over
       and coalesce(next_attempt_at, created_at) <= now()
     limit ${WOKEN_MAX}`,
  );
}

interface LockedWebhook extends Circuit {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
}

async function lockActive(trx: Db, webhookId: string): Promise<LockedWebhook | null> {
  const [webhook] = await run<LockedWebhook>(
    trx,
    'lock-webhook',
    sql`select id, merchant_id, url, failures,
            coalesce(extract(epoch from now() - failing_since) * 1000, 0)::bigint
              as failing_for_ms,
            cooldown_until is not null as is_open
     from webhooks where id = ${webhookId} and status = 'active' for no key update`,
  );
  return webhook ?? null;
}

async function recordFailure(
  trx: Db,
  webhook: LockedWebhook,
  { judge }: Attempt,
): Promise<WebhookFailed> {
  const { failures, cooldownMs, disabledReason } = judge(webhook);
  // `greatest` ignores null: a cooldown is never shortened.
  await run(
    trx,
    'record-failure',
    sql`update webhooks set failing_since = coalesce(failing_since, now()), failures = ${failures},
       cooldown_until = greatest(cooldown_until,
         now() + ${cooldownMs}::bigint * interval '1 millisecond'),
       disabled_reason = ${disabledReason},
       status = case when ${disabledReason}::text is null then status else 'disabled' end
     where id = ${webhook.id}`,
  );
  const messages =
    disabledReason === null ? [] : await notifyOthers(trx, { ...webhook, reason: disabledReason });
  return { failures, cooldownMs, disabledReason, messages };
}

/** Writes `webhook.disabled` and its deliveries to the merchant's other webhooks. */
async function notifyOthers(
  trx: Db,
  webhook: LockedWebhook & { readonly reason: string },
): Promise<readonly OutboxMessage[]> {
  const name = 'webhook.disabled';
  const [last] = await run<{ sequence: number }>(
    trx,
    'last-sequence',
    sql`select coalesce(max(sequence), 0) as sequence from events where order_id = ${webhook.id}`,
  );
  const sequence = (last?.sequence ?? 0) + 1;
  const head = { id: newId('evt_'), name, sequence, at: new Date() } as const;
  const body = webhookDisabledBody(head, webhook);
  return announce(trx, webhook.merchantId, webhook.id, head, body);
}

/** Claims for `forMs`. False when another delivery has the claim, or a new cooldown has begun. */
export async function claimProbe(db: Db, webhookId: string, forMs: number): Promise<boolean> {
  const claimed = await run(
    db,
    'claim-probe',
    sql`update webhooks set cooldown_until = now() + ${forMs}::bigint * interval '1 millisecond'
     where id = ${webhookId} and cooldown_until <= now() returning 1`,
  );
  return claimed.length > 0;
}

/** Makes no attempt: the webhook was disabled or deleted. */
export async function abandonDelivery(db: Db, deliveryId: string): Promise<void> {
  await run(
    db,
    'abandon-delivery',
    sql`update deliveries set status = 'failed', next_attempt_at = null
     where id = ${deliveryId} and status = 'pending'`,
  );
}

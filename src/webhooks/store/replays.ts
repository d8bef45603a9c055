import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { redeliver } from './delivery-history';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { newDeliveryId } from '../../kernel/events/store/fan-out';

export const REPLAYED_MAX = 10_000;

/** Delivers events to a webhook again, one batch at a time. */
export interface Replay {
  readonly id: string;
  readonly webhookId: string;
  readonly onlyFailed: boolean;
  readonly since: Date;
  readonly until: Date;
  readonly status: 'running' | 'done' | 'stopped';
  readonly total: number;
  readonly replayed: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const columns = sql`
  select id, webhook_id, only_failed, since, until, status, total,
         replayed, created_at, finished_at
  from replays`;

const wantedBy = (
  webhookId: string,
  { since, until, onlyFailed }: Pick<Replay, 'since' | 'until' | 'onlyFailed'>,
) => sql`
  from events join webhooks on webhooks.merchant_id = events.merchant_id
  left join deliveries
    on deliveries.event_id = events.id and deliveries.webhook_id = webhooks.id
  where webhooks.id = ${webhookId} and events.created_at >= ${since}
    and events.created_at <= ${until}
    and case when ${onlyFailed} then deliveries.status = 'failed'
             else events.name = any(webhooks.events) or deliveries.id is not null end`;

export interface NewReplay {
  readonly id: string;
  readonly merchantId: string;
  readonly webhookId: string;
  readonly onlyFailed: boolean;
  readonly since: Date;
  readonly until: Date;
}

export type BegunReplay =
  | {
      readonly kind: 'begun';
      readonly messages: readonly OutboxMessage[];
      readonly total: number;
    }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'running_already' };

export async function beginReplay(trx: Db, replay: NewReplay): Promise<BegunReplay> {
  const { id, merchantId, webhookId, onlyFailed, since, until } = replay;
  const [counted] = await run<{ total: number }>(
    trx,
    'count-replay',
    sql`select count(*) as total from (
       select 1 ${wantedBy(webhookId, replay)} limit ${raw(REPLAYED_MAX + 1)}) as counted`,
  );
  const total = counted?.total ?? 0;
  if (total > REPLAYED_MAX) return { kind: 'too_many' };
  const messages = await run<OutboxMessage>(
    trx,
    'begin-replay',
    sql`with begun as (
       insert into replays (id, merchant_id, webhook_id, only_failed, since, until, total)
       values (${id}, ${merchantId}, ${webhookId}, ${onlyFailed}, ${since}, ${until}, ${total})
       on conflict (webhook_id) where status = 'running' do nothing returning id
     )
     insert into outbox_messages (topic, subject) select 'replay', id from begun
     returning id, topic, subject, detail`,
  );
  return messages.length === 0 ? { kind: 'running_already' } : { kind: 'begun', messages, total };
}

export async function findReplay(
  db: Db,
  merchantId: string,
  replayId: string,
): Promise<Replay | null> {
  const [row] = await run<Replay>(
    db,
    'find-replay',
    sql`${columns} where id = ${replayId} and merchant_id = ${merchantId}`,
  );
  return row ?? null;
}

export interface ReplayStep {
  readonly status: Replay['status'];
  readonly total: number;
  readonly replayed: number;
  readonly messages: readonly OutboxMessage[];
}

interface ReplayRow {
  webhookId: string;
  webhookStatus: 'active' | 'disabled' | 'deleted';
  onlyFailed: boolean;
  since: Date;
  until: Date;
  status: Replay['status'];
  total: number;
  replayed: number;
  afterCreatedAt: Date | null;
  afterEventId: string | null;
}

/**
 * One transaction enqueues the batch and records the progress, so that it can run again. Ends the
 * replay after the last event, and when the webhook is not active.
 */
export async function stepReplay(db: Db, replayId: string, batch: number): Promise<ReplayStep> {
  return db.transaction(async (trx) => {
    const [row] = await run<ReplayRow>(
      trx,
      'lock-replay',
      sql`select webhook_id, webhooks.status as webhook_status, only_failed, since, until,
              replays.status, total, replayed, after_created_at, after_event_id
       from replays join webhooks on webhooks.id = webhook_id
       where replays.id = ${replayId} for update of replays`,
    );
    if (row === undefined) throw new Error(`there is no replay ${replayId}`);
    const progress = { total: row.total, replayed: row.replayed, messages: [] };
    if (row.status !== 'running') return { ...progress, status: row.status };
    if (row.webhookStatus !== 'active') return { ...progress, status: await end('stopped') };

    const events = await run<{ id: string; orderId: string; createdAt: Date; delivery: string }>(
      trx,
      'replay-batch',
      sql`select events.id, events.order_id, events.created_at, deliveries.id as delivery
         ${wantedBy(row.webhookId, row)}
         and (events.created_at, events.id)
           > (${row.afterCreatedAt ?? '-infinity'}::timestamptz,
              ${row.afterEventId ?? ''}::text)
       order by events.created_at, events.id limit ${batch}`,
    );
    const last = events.at(-1);
    if (last === undefined) return { ...progress, status: await end('done') };
    const made = await addDeliveries(
      trx,
      row.webhookId,
      events.filter(({ delivery }) => delivery === null).map(({ id }) => id),
    );
    const again = events.flatMap(({ delivery }) => (delivery === null ? [] : [delivery]));
    const messages = await redeliver(trx, [...made, ...again]);
    const replayed = row.replayed + events.length;
    await run(
      trx,
      'advance-replay',
      sql`update replays set replayed = ${replayed}, after_created_at = ${last.createdAt},
         after_event_id = ${last.id} where id = ${replayId}`,
    );
    return { status: 'running', total: row.total, replayed, messages };

    async function end(status: 'done' | 'stopped') {
      await run(
        trx,
        'end-replay',
        sql`update replays set status = ${status}, finished_at = now() where id = ${replayId}`,
      );
      return status;
    }
  });
}

/** Only for events that have no delivery to this webhook. */
async function addDeliveries(
  trx: Db,
  webhookId: string,
  eventIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    trx,
    'add-deliveries',
    sql`insert into deliveries (id, event_id, webhook_id, order_id, handed_over)
     select ${newDeliveryId}, events.id, ${webhookId}, orders.id, true
     from events left join orders on orders.id = events.order_id
     where events.id = any(${eventIds}::text[])
     on conflict (event_id, webhook_id) do nothing returning id`,
  );
  return rows.map(({ id }) => id);
}

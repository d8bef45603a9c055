import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';
import { SWEEP, slipDetail, wakeDetail, type OutboxMessage } from './messages';

/** Work of this age counts as stalled. */
const CALLBACK_OVERDUE = '1 minute';
const DEADLINE_OVERDUE = '1 minute';
const REQUEST_OVERDUE = '1 minute';
const INQUIRY_OVERDUE = '1 minute';
const SLIP_OVERDUE = '10 minutes';
const DELIVERY_OVERDUE = '10 minutes';
/** Longer than any replay takes; a start of a running workflow does nothing. */
const REPLAY_OVERDUE = '10 minutes';
/** The workflow of a mail retries for a day. */
const MAIL_OVERDUE = '10 minutes';
/** A row older than this is stuck and does not count as backlog. */
const BEHIND_MAX = '10 minutes';

/**
 * Enqueues stalled work, as after a workflow was terminated or Temporal's store was restored from a
 * backup: callbacks, deadlines, provider requests, inquiries, slips, deliveries, replays and mails
 * that are overdue. At most `limit` of each. Does nothing while the outbox has a backlog: then work
 * is late, not stalled.
 */
export async function sweep(db: Db, limit: number): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'sweep',
    sql`with on_time as (
       select 1 where not exists (
         -- Older rows are those that Temporal rejects: they are no backlog.
         select from outbox_messages
         where created_at between now() - interval '${raw(BEHIND_MAX)}'
           and now() - interval '1 minute')
     ), forgotten as (
       (select distinct order_id from pending_callbacks join callbacks on id = callback_id
        where applied_at is null and received_at < now() - interval '${raw(CALLBACK_OVERDUE)}'
          and order_id is not null limit ${limit})
       union
       (select order_id from order_states
        where status = 'pending' and expires_at < now() - interval '${raw(DEADLINE_OVERDUE)}'
        order by expires_at limit ${limit})
       union
       (select order_id from provider_requests
        where not is_over and not is_manual and not awaits_approval
          and coalesce(next_inquiry_at, created_at) < now() - interval '${raw(REQUEST_OVERDUE)}'
        order by coalesce(next_inquiry_at, created_at) limit ${limit})
       union
       (select order_id from provider_requests
        where ended_inquiry_at < now() - interval '${raw(REQUEST_OVERDUE)}'
        order by ended_inquiry_at limit ${limit})
       union
       (select order_id from order_inquiries
        where next_at < now() - interval '${raw(INQUIRY_OVERDUE)}' order by next_at limit ${limit})
     ), unread as (
       select id, order_id from slips
       where status = 'received' and received_at < now() - interval '${raw(SLIP_OVERDUE)}'
       order by received_at limit ${limit}
     ), undelivered as (
       update deliveries set handed_over = true where id in (
         select id from pending_deliveries join deliveries on id = delivery_id
         where status = 'pending'
           and coalesce(next_attempt_at, created_at) < now() - interval '${raw(DELIVERY_OVERDUE)}'
           -- Deliveries wait for the end of the webhook's cooldown.
           and not exists (
             select from webhooks where webhooks.id = deliveries.webhook_id
               and webhooks.cooldown_until > now() - interval '${raw(DELIVERY_OVERDUE)}')
         limit ${limit})
         and exists (select from on_time)
       returning id
     )
     insert into outbox_messages (topic, subject, detail)
     select 'callback', orders.id, ${wakeDetail(sql`${SWEEP}::text`)}
     from forgotten join orders on orders.id = forgotten.order_id, on_time
     union all
     select 'slip', orders.id, ${slipDetail(sql`unread.id`)}
     from unread join orders on orders.id = unread.order_id, on_time
     union all
     select 'deliver', id, null from undelivered
     union all
     (select 'replay', id, null from replays, on_time
      where status = 'running' and created_at < now() - interval '${raw(REPLAY_OVERDUE)}'
      limit ${limit})
     union all
     (select 'mail', id, null from mails, on_time
      where ended_at is null and created_at < now() - interval '${raw(MAIL_OVERDUE)}'
        and created_at > now() - interval '1 day' limit ${limit})
     returning id, topic, subject, detail`,
  );
}

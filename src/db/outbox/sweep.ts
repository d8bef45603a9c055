import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import type { OutboxMessage } from './messages';

/** How long something may lie before it counts as forgotten. */
const CALLBACK_OVERDUE = '1 minute';
const DEADLINE_OVERDUE = '1 minute';
const REQUEST_OVERDUE = '1 minute';
const SLIP_OVERDUE = '10 minutes';
const DELIVERY_OVERDUE = '10 minutes';
/** The longest takes a fraction of it; telling one that is running does nothing. */
const REPLAY_OVERDUE = '10 minutes';
/** One that is tried in vain has a workflow that goes on trying, for a day. */
const MAIL_OVERDUE = '10 minutes';
/** An older row says nothing about how far the outbox is behind. */
const BEHIND_MAX = '10 minutes';

/**
 * Writes outbox rows for what Temporal should have done and did not, as after a workflow was
 * terminated or its store was restored from a backup: callbacks not applied, deadlines not kept,
 * requests to the provider not looked after, slips not read, deliveries not made, replays not
 * ended, mails not sent. At most `limit` of each. Does nothing while the outbox itself is behind,
 * for then nothing has been forgotten: it is only late.
 */
export async function sweep(db: Db, limit: number): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    db,
    'sweep',
    `with on_time as (
       select 1 where not exists (
         -- A row that Temporal refuses for good is old, and not what the others wait behind.
         select from dispatches
         where created_at between now() - interval '${BEHIND_MAX}' and now() - interval '1 minute')
     ), forgotten as (
       (select distinct order_id from callbacks
        where applied_at is null and received_at < now() - interval '${CALLBACK_OVERDUE}'
          and order_id is not null limit ?)
       union
       (select id from orders
        where status = 'pending' and expires_at < now() - interval '${DEADLINE_OVERDUE}'
        order by expires_at limit ?)
       union
       (select order_id from provider_requests
        where not is_over
          and coalesce(next_look_at, created_at) < now() - interval '${REQUEST_OVERDUE}'
        order by coalesce(next_look_at, created_at) limit ?)
     ), unread as (
       select id, order_id from slips
       where status = 'received' and received_at < now() - interval '${SLIP_OVERDUE}'
       order by received_at limit ?
     ), undelivered as (
       update deliveries set handed_over = true where id in (
         select id from deliveries
         where status = 'pending'
           and coalesce(next_attempt_at, created_at) < now() - interval '${DELIVERY_OVERDUE}'
           -- Those of a webhook that rests wait for the end of its rest.
           and not exists (
             select from webhooks where webhooks.id = deliveries.webhook_id
               and webhooks.resting_until > now() - interval '${DELIVERY_OVERDUE}')
         limit ?)
         and exists (select from on_time)
       returning id
     )
     insert into dispatches (topic, subject, detail)
     select 'callback', orders.id, json_build_object('kind', kind, 'method', method,
              'merchantId', merchant_id, 'reference', reference, 'callbackId', 'sweep')
     from forgotten join orders on orders.id = forgotten.order_id, on_time
     union all
     select 'slip', orders.id, json_build_object('kind', kind, 'method', method,
              'merchantId', merchant_id, 'reference', reference, 'slipId', unread.id)
     from unread join orders on orders.id = unread.order_id, on_time
     union all
     select 'deliver', id, null from undelivered
     union all
     (select 'replay', id, null from replays, on_time
      where status = 'running' and created_at < now() - interval '${REPLAY_OVERDUE}' limit ?)
     union all
     (select 'mail', id, null from mails, on_time
      where ended_at is null and created_at < now() - interval '${MAIL_OVERDUE}'
        and created_at > now() - interval '1 day' limit ?)
     returning id, topic, subject, detail`,
    [limit, limit, limit, limit, limit, limit, limit],
  );
}

import { raw, sql, type Sql } from '../../../platform/postgres/sql';

/** Begins with the time, so that indexes grow at their end. */
export const newDeliveryId = sql`'dlv_'
  || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
  || substr(replace(gen_random_uuid()::text, '-', ''), 13)`;

interface Fan {
  /**
   * The common table expression to read: event_id, merchant_id, order_id, sequence, event_name
   * (null without an event), event_body, trace_parent.
   */
  readonly from: string;
  /** SQL of the event's time. */
  readonly at: string;
  /** SQL of the order whose workflow makes the deliveries. */
  readonly deliveredBy: string;
  /** The statement also writes a message for each delivery. */
  readonly isHandedOver: boolean;
}

/**
 * Two common table expressions: `new_events`, and `new_deliveries` with a delivery of each event
 * to each active webhook that subscribes to it.
 */
export const fanOut = ({ from, at, deliveredBy, isHandedOver }: Fan): Sql => sql`
  new_events as (
    insert into events (id, merchant_id, order_id, sequence, name, body, created_at,
                        trace_parent)
    select event_id, merchant_id, order_id, sequence, event_name, event_body, ${raw(at)},
           trace_parent
    from ${raw(from)} where event_name is not null
  ), new_deliveries as (
    insert into deliveries (id, event_id, webhook_id, order_id, handed_over)
    select ${newDeliveryId}, event_id, webhooks.id, ${raw(deliveredBy)},
           ${raw(String(isHandedOver))}
    from ${raw(from)} join webhooks using (merchant_id)
    where event_name is not null and webhooks.status = 'active'
      and event_name = any(webhooks.events)
    returning id
  )`;

import { definitionOf, orderKinds } from '../../../orders/rules/kinds';

/** Kinds whose creation writes an event, and transitions that write none, by the definitions. */
const announcedKinds = orderKinds
  .filter((kind) => definitionOf(kind).createdEvent !== null)
  .map((kind) => `'${kind}'`)
  .join(', ');

const silentRows = orderKinds
  .flatMap((kind) =>
    Object.entries(definitionOf(kind).machine.steps)
      .filter(([, steps]) => steps.every(({ event }) => event === null))
      .map(([transition]) => `('${kind}', '${transition}')`),
  )
  .join(', ');

/** Events and their deliveries. */
export const events: Readonly<Record<string, string>> = {
  'the events of an order are numbered without gaps, up to its sequence': `
    select orders.id, orders.sequence, count(events.id), max(events.sequence)
    from orders left join events on events.order_id = orders.id
    group by orders.id
    having count(events.id) <> coalesce(max(events.sequence)::bigint - min(events.sequence) + 1, 0)
        or coalesce(max(events.sequence), orders.sequence) <> orders.sequence
        or (count(events.id) <> orders.sequence
            and orders.created_at > now() - interval '90 days')`,

  'every creation, transition, adjustment and required action has its event': `
    select orders.id, orders.sequence, count(status_changes.id) as changes
    from orders left join status_changes on status_changes.order_id = orders.id
      and (orders.kind, status_changes.transition) not in (values ${silentRows})
    group by orders.id
    having orders.sequence
      <> count(status_changes.id) + case when orders.kind in (${announcedKinds}) then 1 else 0 end
         + (select count(*) from resolutions
            where resolutions.order_id = orders.id and is_adjustment)
         + coalesce((select required_actions from provider_requests
                     where provider_requests.order_id = orders.id), 0)
         + (select count(*) from slips
            where slips.order_id = orders.id and announced_at is not null)`,

  'an event has a delivery for each webhook that was subscribed when it was written': `
    select events.id, events.name, events.order_id, events.created_at, subscriber as webhook_id
    from events cross join unnest(events.subscribers) as subscriber
    left join deliveries
      on deliveries.event_id = events.id and deliveries.webhook_id = subscriber
    where deliveries.id is null`,

  'an event and its deliveries belong to the merchant of their order': `
    select events.id, events.merchant_id, events.order_id, orders.merchant_id as order_merchant_id,
           deliveries.id as delivery_id, webhooks.merchant_id as webhook_merchant_id
    from events
    left join orders on orders.id = events.order_id
    left join deliveries on deliveries.event_id = events.id
    left join webhooks on webhooks.id = deliveries.webhook_id
    where orders.merchant_id <> events.merchant_id or webhooks.merchant_id <> events.merchant_id
       or deliveries.order_id <> events.order_id`,

  'a succeeded delivery has a successful attempt, and attempts are numbered without gaps': `
    select deliveries.id, deliveries.attempts, count(made.number)
    from deliveries left join delivery_attempts as made on made.delivery_id = deliveries.id
    group by deliveries.id
    having count(made.number) <> deliveries.attempts
        or coalesce(max(made.number), 0) <> deliveries.attempts
        or (deliveries.status = 'succeeded'
            and count(*) filter (where made.status_code between 200 and 299) = 0)`,
};

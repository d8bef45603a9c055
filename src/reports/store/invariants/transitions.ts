/** Statuses, and the callbacks that change them. */
export const transitions: Readonly<Record<string, string>> = {
  'a transition agrees with its cause': `
    select status_changes.order_id, transition, cause, callbacks.reported,
           callbacks.order_id as callback_order_id
    from status_changes
    left join callbacks on callbacks.id = cause
    left join exceptions on exceptions.id = cause
    left join approvals on approvals.id = cause
    where (callbacks.id is not null
        and (callbacks.order_id <> status_changes.order_id or callbacks.outcome <> 'moved'
          or (reported = 'succeeded') <> (transition <> 'fail')))
       or (transition in ('pay', 'complete', 'fail') and callbacks.id is null
         and not (transition = 'fail' and coalesce(approvals.status <> 'approved', false))
         and not exists (
           select from resolutions, json_array_elements(parts) as part
           where resolutions.exception_id = exceptions.id and resolutions.corrects is null
             and resolutions.order_id = status_changes.order_id
             and part->>'as' = any(case transition
               when 'pay' then array['accept', 'credit'] when 'complete' then array['complete']
               else array['release'] end)))`,

  'a callback that moved its order is the cause of a transition': `
    select callbacks.id, callbacks.order_id, callbacks.reported
    from callbacks left join status_changes
      on status_changes.order_id = callbacks.order_id and status_changes.cause = callbacks.id
    where outcome = 'moved' and status_changes.id is null`,

  'the amounts that a callback books are its transfers': `
    select callbacks.id, callbacks.order_id, callbacks.outcome, booked_satang, posted.satang
    from callbacks left join (
      select callback_id, sum(amount_satang) as satang from transfers
      where callback_id is not null and kind in ('receive', 'suspend') group by callback_id
    ) as posted on posted.callback_id = callbacks.id
    where callbacks.order_id is not null
      and coalesce(booked_satang, 0) <> coalesce(posted.satang, 0)`,

  'a callback is about the order that it names': `
    select callbacks.id, callbacks.order_id, callbacks.named_order, orders.ref
    from callbacks left join orders on orders.id = callbacks.order_id
    where callbacks.order_id is not null and (orders.id is null
      or upper(named_order) not in (upper(orders.id), orders.ref))`,

  'the status of an order is that of its last transition': `
    select orders.id, orders.status, last.to_status
    from orders left join lateral (
      select to_status from status_changes where order_id = orders.id order by id desc limit 1
    ) as last on true
    where orders.status <> coalesce(last.to_status, 'pending')`,

  'each transition starts in the status in which the previous one ended': `
    select order_id, from_status, before from (
      select order_id, from_status,
             lag(to_status, 1, 'pending') over (partition by order_id order by id) as before
      from status_changes
    ) as chain where from_status <> before`,
};

import { kindsIn, kindsOut } from '../../../orders/rules/kinds/lists';
import { beside } from './listed';

/** What an order has credited, paid out and given back. */
export const orders: Readonly<Record<string, string>> = {
  'a payment is not refunded and reversed beyond what was received': `
    with moved as (
      select coalesce(refunds.payment_id, transfers.order_id) as order_id,
             sum(case when debit = 'provider_clearing' then amount_satang else -amount_satang end)
               as satang
      from transfers left join refunds on refunds.order_id = transfers.order_id
      where 'provider_clearing' in (debit, credit)
        -- A reversal beyond that is a loss, which the order's sums do not include.
        and (resolution_id is null
          or kind not in ('charge', 'absorb', 'lose', 'undo_charge', 'undo_absorb', 'undo_lose'))
      group by 1
    )
    select orders.id, orders.merchant_id, orders.status, moved.satang as kept_satang
    from moved join orders on orders.id = moved.order_id
    where orders.kind in (${kindsIn}) and moved.satang < reversed_satang`,

  'the reversed amount of an incoming order is what was taken of it, up to what is not refunding': `
    with charged as (
      select exceptions.order_id,
             sum(case when credit = 'provider_clearing' then transfers.amount_satang
                      else -transfers.amount_satang end) as satang
      from transfers join exceptions on exceptions.id = transfers.exception_id
      where resolution_id is not null
        and transfers.kind in ('charge', 'undo_charge', 'absorb', 'undo_absorb')
      group by exceptions.order_id
    ), paid as (
      select order_id, sum(case when credit = 'provider_clearing' then amount_satang
                                else -amount_satang end) as satang
      from transfers
      where order_id is not null and 'provider_clearing' in (debit, credit)
        and (kind = 'post' or resolution_id is not null)
      group by order_id
    ), lost as (
      -- What a refund has paid out although its payment had less.
      select payment_id as order_id,
             greatest(0, least(paid.satang, refund.amount_satang) - case refund.status
               when 'failed' then refund.reversed_satang
               else refund.amount_satang - refund.reversed_satang end) as satang
      from refunds join paid using (order_id) join orders as refund on refund.id = order_id
      where refund.status in ('succeeded', 'failed')
    ), taken as (
      select order_id, sum(satang) as satang
      from (select * from charged union all select * from lost) as parts
      group by order_id
    )
    select orders.id, orders.merchant_id, credited_satang, reversed_satang, refunding_satang,
           taken.satang as taken_satang
    from orders left join taken on taken.order_id = orders.id
    where orders.kind in (${kindsIn})
      and reversed_satang <> greatest(0, least(coalesce(taken.satang, 0),
        coalesce(credited_satang, amount_satang) - refunding_satang))`,

  // What was refunded before it was charged back leaves the merchant twice: refunds do not count.
  'an incoming order takes no more back than it credited': `
    select orders.id, orders.merchant_id, orders.status, credited_satang, moved.kept_satang
    from (
      select order_id, sum(case
               when kind in (${beside}) then 0
               when credit = 'available' then amount_satang
               when debit = 'available' then -amount_satang
               -- The loss of a reversal that the gateway bears.
               when kind = 'absorb' then -amount_satang
               when kind = 'undo_absorb' then amount_satang
               else 0 end) as kept_satang
      from transfers where order_id is not null group by order_id
    ) as moved join orders on orders.id = moved.order_id
    where orders.kind in (${kindsIn}) and moved.kept_satang < 0`,

  'the credited amount of an incoming order equals its transfers': `
    with credited as (
      select order_id, sum(case
               when kind in ('receive', 'accept', 'credit') then amount_satang
               when kind in ('undo_accept', 'undo_credit') then -amount_satang else 0 end) as satang
      from transfers
      where order_id is not null and (exception_id is null or resolution_id is not null)
      group by order_id
    )
    select orders.id, orders.status, orders.amount_satang, credited_satang, credited.satang
    from orders left join credited on credited.order_id = orders.id
    where kind in (${kindsIn})
      and coalesce(credited_satang, case status when 'succeeded' then amount_satang else 0 end)
        <> coalesce(credited.satang, 0)`,

  'only succeeded orders are settled': `
    select orders.id, orders.status, settled.id as transfer_id
    from transfers as settled join orders on orders.id = settled.order_id
    where settled.kind = 'receive' and orders.status <> 'succeeded'`,

  'a payout holds its amount, and its end posts or voids the hold': `
    select orders.id, orders.status, hold.amount_satang as held, ending.kind as ending
    from orders
    left join transfers as hold on hold.order_id = orders.id and hold.kind = 'hold'
    left join transfers as ending
      on ending.order_id = orders.id and ending.kind in ('post', 'void')
    where orders.kind in (${kindsOut})
      and (hold.amount_satang is distinct from orders.amount_satang
        or ending.kind is distinct from
           case orders.status when 'succeeded' then 'post' when 'failed' then 'void' end
        or ending.amount_satang <> orders.amount_satang)`,

  'the received amount of an order equals its bookings by callbacks and operators': `
    with booked as (
      select order_id, sum(booked_satang) as satang from callbacks
      where booked_satang is not null group by order_id
    ), moved as (
      select order_id,
             sum(amount_satang) filter (where kind in ('receive', 'suspend')) as by_callbacks,
             sum(case kind when 'credit' then amount_satang when 'undo_credit' then -amount_satang
                 else 0 end) filter (where resolution_id is not null) as resolved
      from transfers group by order_id
    )
    select orders.id, received_satang, booked.satang as booked, moved.by_callbacks, moved.resolved
    from orders
    left join booked on booked.order_id = orders.id
    left join moved on moved.order_id = orders.id
    where kind in (${kindsIn})
      and (coalesce(booked.satang, 0) <> coalesce(moved.by_callbacks, 0)
        or received_satang <> coalesce(moved.by_callbacks, 0) + coalesce(moved.resolved, 0))`,

  'an order is succeeded exactly when it has a time of completion': `
    select id, kind, status, completed_at, failure_code from orders
    where (status = 'succeeded') <> (completed_at is not null)
       or (status = 'failed') <> (failure_code is not null)`,

  'an order that its money has paid is credited with its amount': `
    with credits as (
      select order_id, id, kind,
             sum(case when credit = 'available' then amount_satang
                      when kind in ('undo_accept', 'undo_credit') then -amount_satang else 0 end)
               filter (where kind in ('receive', 'accept', 'credit', 'undo_accept', 'undo_credit'))
               over (partition by order_id order by id) as satang
      from transfers where order_id is not null
    )
    select orders.id, orders.amount_satang, credits.satang as credited
    from credits join orders on orders.id = credits.order_id
    where credits.kind = 'receive' and (credits.satang < orders.amount_satang
      or (credits.satang > orders.amount_satang
        and not exists (select from refunds where refunds.payment_id = orders.id)
        and not exists (select from resolutions where resolutions.order_id = orders.id)))`,

  'an order and its refunds belong to one merchant, and to that of the key': `
    select orders.id, orders.merchant_id, payment.merchant_id as payment_merchant_id,
           api_keys.merchant_id as key_merchant_id
    from orders left join refunds on refunds.order_id = orders.id
    left join orders as payment on payment.id = refunds.payment_id
    left join api_keys on api_keys.id = orders.api_key_id
    where payment.merchant_id <> orders.merchant_id or api_keys.merchant_id <> orders.merchant_id`,

  'the refund totals of a payment equal the sums of its refunds': `
    select orders.id, refunding_satang, refunded_satang, taken.refunding, taken.refunded
    from orders left join lateral (
      select coalesce(sum(case status when 'failed' then reversed_satang
                          else amount_satang - reversed_satang end), 0) as refunding,
             coalesce(sum(case status when 'failed' then reversed_satang
                          else amount_satang - reversed_satang end)
                      filter (where status in ('succeeded', 'failed')), 0) as refunded
      from refunds join orders as refund on refund.id = refunds.order_id
      where refunds.payment_id = orders.id
    ) as taken on true
    where refunding_satang <> taken.refunding or refunded_satang <> taken.refunded`,

  'a refund is of the payment that its events name': `
    select refunds.order_id, refunds.payment_id, events.id as event_id
    from refunds join events on events.order_id = refunds.order_id
    -- As text: a body that is no JSON must not make the audit fail.
    where position('"payment_id":"' in events.body) > 0
      and position('"payment_id":"' || refunds.payment_id || '"' in events.body) = 0`,
};

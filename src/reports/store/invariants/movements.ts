import { MOVEMENTS_MAX } from '../../../ledger/rules/movement';
import { kindsIn } from '../../../orders/rules/kinds/lists';

/** Movements, and how they are booked. */
export const movements: Readonly<Record<string, string>> = {
  'a movement is booked with its amount, or is not booked': `
    with booked as (
      select transfers.movement_id,
             sum(case when debit = 'provider_clearing' then transfers.amount_satang
                      else -transfers.amount_satang end) as satang
      from transfers left join exceptions on exceptions.id = transfers.exception_id
      where transfers.movement_id is not null and 'provider_clearing' in (debit, credit)
        and (resolution_id is null or transfers.kind in ('assign', 'undo_assign')
          -- The money of a corrected assignment is taken back from its order.
          or (transfers.kind = 'undo_credit' and transfers.order_id is not null
            and exceptions.kind = 'unknown_order'))
      group by transfers.movement_id
    )
    select movements.id, movements.direction, movements.amount_satang, booked.satang as booked
    from booked left join movements on movements.id = booked.movement_id
    where movements.id is null
       or booked.satang not in (0, case movements.direction when 'in' then movements.amount_satang
                                   else -movements.amount_satang end)`,

  'a movement is booked for the order and the merchant that it belongs to': `
    select transfers.id, transfers.movement_id, transfers.order_id, transfers.merchant_id,
           movements.order_id as movement_order_id, movements.merchant_id as movement_merchant_id,
           orders.merchant_id as order_merchant_id
    from transfers join movements on movements.id = transfers.movement_id
    left join orders on orders.id = movements.order_id
    -- The assignment of the movement to that order was corrected.
    left join transfers as undone on undone.movement_id = transfers.movement_id
      and undone.order_id = transfers.order_id and undone.kind = 'undo_credit'
    where (transfers.order_id is not null and transfers.kind not like 'undo\\_%'
             and undone.id is null
             and transfers.order_id is distinct from movements.order_id)
       or movements.merchant_id is distinct from coalesce(orders.merchant_id,
                                                          movements.merchant_id)`,

  'money that an operator reports to have moved back is booked with its amount, or not': `
    select movements.id, movements.direction, movements.amount_satang, booked.satang as booked
    from movements join (
      select movement_id, sum(case when debit = 'provider_clearing' then amount_satang
                                   else -amount_satang end) as satang
      from transfers where movement_id is not null group by movement_id
    ) as booked on booked.movement_id = movements.id
    left join orders on orders.id = movements.order_id
    where source = 'operator' and callback_id is null
      and (follows is not null or orders.id is null
        or (movements.direction = 'in') <> (orders.kind in (${kindsIn})))
      and booked.satang not in (0, case movements.direction when 'in' then movements.amount_satang
                                   else -movements.amount_satang end)`,

  'an order has at most 100 movements': `
    select order_id, count(*) from movements where order_id is not null
    group by order_id having count(*) > ${MOVEMENTS_MAX}`,

  'a movement agrees with the callback that reported it first': `
    select movements.id, movements.account, movements.direction, movements.transaction_id,
           movements.amount_satang, callbacks.id as callback_id,
           callbacks.provider_account_id, callbacks.amount_satang as reported_satang
    from movements left join callbacks on callbacks.id = movements.callback_id
    left join orders on orders.id = movements.order_id
    where movements.callback_id is not null and (callbacks.id is null
      or movements.account <> callbacks.provider_account_id
      or callbacks.reported <> 'succeeded'
      or movements.transaction_id is distinct from callbacks.transaction_id
      or movements.amount_satang
        <> coalesce(callbacks.amount_satang, orders.amount_satang, movements.amount_satang)
      or (movements.order_id <> callbacks.order_id)
      or (movements.direction = 'in') <> (coalesce(orders.kind, route) in (${kindsIn})))`,

  'a dismissed movement is not booked': `
    select movements.id, movements.order_id, dismissed_at
    from movements join (
      select movement_id from transfers where movement_id is not null group by movement_id
      having sum(case when debit = 'provider_clearing' then amount_satang
                      else -amount_satang end) <> 0
    ) as booked on booked.movement_id = movements.id
    where dismissed_at is not null`,
};

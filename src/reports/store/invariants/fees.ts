import { REPORTED_AFTER_DAYS, REPORTED_BEFORE_DAYS } from '../../../kernel/rules/moment';
import { feeKindNames, type TransferKind } from '../../../ledger/rules/ledger';
import { kindsIn } from '../../../orders/rules/kinds/lists';
import { beside, listed } from './listed';

const feeKinds = listed(feeKindNames);

/** Net of what was returned; `…_due` is owed instead of taken from a balance. */
const chargedBy = (kind: 'fee' | 'fee_vat'): string => `
  sum(case when transfers.kind in ('${kind}', '${kind}_due') then transfers.amount_satang
           when transfers.kind in ('${kind}_return', '${kind}_due_return')
             then -transfers.amount_satang else 0 end)`;

const sumOf = (...kinds: readonly TransferKind[]): string =>
  `sum(case when transfers.kind in (${listed(kinds)}) then transfers.amount_satang
        else 0 end)`;

/** The costs of former days are posted: the start of the last day of a posting in Bangkok. */
const closedAt = `(select through::timestamp at time zone 'Asia/Bangkok' from cost_closing)`;

/** Fees, VAT and costs of providers. */
export const fees: Readonly<Record<string, string>> = {
  // By the database's own arithmetic: "round" of a numeric takes half a satang away from zero.
  'an order has the fee of its price, of what it credited or paid out, assigned money too': `
    with recursive moved as (
      select order_id,
             sum(case when credit in ('available', 'held') then amount_satang else 0 end
               - case when debit in ('available', 'held') then amount_satang else 0 end)
               filter (where kind not in (${beside})) as satang,
             min(effective_at) as first_at,
             ${chargedBy('fee')} as fee, ${chargedBy('fee_vat')} as vat,
             sum(case kind when 'hold_fee' then amount_satang when 'release_fee' then -amount_satang
                 else 0 end) as held,
             sum(case kind when 'charge' then 1 when 'undo_charge' then -1 else 0 end) as disputes
      from transfers where order_id is not null group by order_id
    ), returned as (
      -- Money that was credited in order to go back to its sender costs nothing.
      select order_id, sum((part->>'amountSatang')::numeric) as satang
      from resolutions, json_array_elements(parts) as part
      where order_id is not null and corrects is null and part->>'as' = 'refund'
        and id not in (select corrects from resolutions where corrects is not null)
      group by order_id
    ), refunded as (
      select payment_id as order_id,
             sum(case status when 'failed' then reversed_satang
                             else amount_satang - reversed_satang end) as satang
      from refunds join orders as refund on refund.id = refunds.order_id
      where status in ('succeeded', 'failed') and refund.id not in (
        select part->>'refundId' from resolutions, json_array_elements(parts) as part
        where part->>'refundId' is not null)
      group by payment_id
    ), steps as (
      -- What each decision did to an order whose price keeps the fee of what is taken back.
      select moves.*, coalesce(back.satang, 0) as returned,
             coalesce(exceptions.kind = 'amount_mismatch', false) as is_of_amount,
             row_number() over (partition by moves.order_id order by moves.id) as number
      from (
        select order_id, min(transfers.id) as id, min(resolution_id) as resolution_id,
               ${sumOf('receive', 'accept', 'credit')} as brought, ${sumOf('credit')} as credit,
               ${sumOf('undo_accept', 'undo_credit')} as undone,
               ${sumOf('charge')} - ${sumOf('undo_charge')} as charged
        from transfers join orders on orders.id = order_id join prices on prices.id = price_id
        where orders.kind in (${kindsIn}) and (bands->0->>'isKept')::boolean
        group by order_id, coalesce(resolution_id, transfers.callback_id)
      ) as moves left join resolutions on resolutions.id = resolution_id
      left join exceptions on exceptions.id = resolutions.exception_id
      left join lateral (
        select sum((part->>'amountSatang')::numeric)
                 * case when corrects is null then 1 else -1 end as satang
        from json_array_elements(parts) as part where part->>'as' = 'refund') as back on true
      where brought - undone - charged - coalesce(back.satang, 0) <> 0
    ), walked as (
      select order_id, 0::bigint as number, 0::numeric as taken, 0::numeric as undone
      from steps where number = 1
      union all
      select steps.order_id, steps.number,
             greatest(0, taken + case when is_of_amount then 0
               else charged - case when walked.undone > 0 then 0 else credit end end),
             case when brought > greatest(0, returned) then 0 else walked.undone end
               + steps.undone + least(0, returned)
      from walked join steps
        on steps.order_id = walked.order_id and steps.number = walked.number + 1
    ), stayed as (
      select distinct on (order_id) order_id, taken, undone
      from walked order by order_id, number desc
    ), assigned as (
      select resolutions.id, merchant_id, first_at, fee, vat, satang, resolutions.price_id,
             resolutions.fee_vat_rate,
             coalesce(resolutions.fee_satang + coalesce(correction.fee_satang, 0), 0) as fee_satang,
             coalesce(resolutions.fee_vat_satang + coalesce(correction.fee_vat_satang, 0), 0)
               as fee_vat_satang
      from resolutions left join resolutions as correction on correction.corrects = resolutions.id
      join lateral (
        select min(merchant_id) as merchant_id,
               min(effective_at) filter (where kind = 'credit') as first_at,
               sum(case kind when 'credit' then amount_satang when 'undo_credit' then -amount_satang
                   else 0 end) as satang,
               ${chargedBy('fee')} as fee, ${chargedBy('fee_vat')} as vat
        from transfers where transfers.resolution_id in (resolutions.id, correction.id)
          and order_id is null and merchant_id is not null
      ) as posted on merchant_id is not null
      where resolutions.corrects is null
    ), priced as (
      select orders.id, orders.kind, orders.status, orders.amount_satang, fee_base_satang,
             fee_satang, fee_vat_satang, fee_vat_rate, moved.fee,
             moved.satang - coalesce(returned.satang, 0) as satang, moved.vat,
             moved.held, moved.first_at, valid_from,
             prices.merchant_id is not distinct from orders.merchant_id as is_own,
             case when orders.kind in (${kindsIn}) then greatest(0, fee_base_satang
                    + coalesce(fee_taken_satang, 0) + coalesce(fee_undone_satang, 0))
                  else orders.amount_satang end as priced_satang,
             prices.bands, fee_refunded_satang, fee_disputes,
             case when (bands->0->>'isReturned')::boolean then coalesce(refunded.satang, 0)
                  else 0 end as refunded_satang,
             coalesce((bands->0->>'disputeSatang')::numeric, 0) as dispute_satang,
             case when orders.kind in (${kindsIn})
               and (bands->0->>'disputeSatang')::numeric > 0 then moved.disputes else 0 end
               as disputes,
             coalesce(fee_taken_satang, 0) - coalesce(stayed.taken, 0) as taken_beyond,
             coalesce(fee_undone_satang, 0) - coalesce(stayed.undone, 0) as undone_beyond
      from orders left join moved on moved.order_id = orders.id
      left join refunded on refunded.order_id = orders.id
      left join stayed on stayed.order_id = orders.id
      left join returned on returned.order_id = orders.id
      left join prices on prices.id = orders.price_id
      where orders.price_id is not null or moved.fee <> 0 or moved.vat <> 0 or moved.held <> 0
      union all
      -- A resolution and its correction, as a payment: the price is that of the time of its money.
      select assigned.id, 'payment', null, null, satang, fee_satang, fee_vat_satang, fee_vat_rate,
             fee, satang, vat, 0, first_at, price.valid_from,
             assigned.price_id is not distinct from price.id, satang, price.bands, 0, 0, 0, 0, 0,
             0, 0
      from assigned left join lateral (
        select id, valid_from, bands from prices
        where prices.merchant_id = assigned.merchant_id and method = 'qr' and valid_from <= first_at
        order by valid_from desc limit 1) as price on true
      where price.id is not null or assigned.price_id is not null or fee <> 0 or vat <> 0
    ), expected as (
      select priced.*,
             least(greatest(round(priced_satang * (band->>'rate')::numeric / 1000000)
                              + (band->>'flatSatang')::numeric,
                            coalesce((band->>'minSatang')::numeric, 0)),
                   coalesce((band->>'maxSatang')::numeric, 'infinity')) as plain
      from priced left join lateral (
        select value as band from json_array_elements(bands)
        where (value->>'fromSatang')::numeric <= priced_satang
        order by (value->>'fromSatang')::numeric desc limit 1
      ) as chosen on true
    ), capped as (
      -- Fee and VAT of incoming money are not more than it.
      select expected.*, least(plain, (
        select max(fee) from (values (-1), (0), (1)) as near(by)
        cross join lateral (
          select by + floor(priced_satang * 1000000 / (1000000.0 + coalesce(fee_vat_rate, 0)))
            as fee) as tried
        where fee + round(fee * fee_vat_rate / 1000000.0) <= priced_satang)) as whole
      from expected
    ), kept as (
      select capped.*, whole - case when priced_satang > 0
          then round(whole * least(refunded_satang, priced_satang) / priced_satang)
          else 0 end as kept
      from capped
    )
    select id, kind, status, fee_base_satang, fee_satang, fee_vat_satang, satang, fee, vat, held,
           plain, kept, refunded_satang, disputes, taken_beyond, undone_beyond
    from kept
    where not is_own or plain is null
       or fee_base_satang > case when kind in (${kindsIn}) then satang else -satang end
       -- Money from before the first price costs nothing.
       or (first_at >= valid_from
         and fee_base_satang < case when kind in (${kindsIn}) then satang else -satang end)
       or coalesce(fee_refunded_satang, 0) > refunded_satang
       or coalesce(fee_disputes, 0) > disputes
       or (first_at >= valid_from
         and (coalesce(fee_refunded_satang, 0) < refunded_satang
           or coalesce(fee_disputes, 0) < disputes
           or taken_beyond <> 0 or undone_beyond <> 0))
       -- Charged while money is credited or has left; held while a payout is open.
       or fee <> case when kind in (${kindsIn}) or fee_base_satang > 0 then fee_satang else 0 end
       or vat <> case when kind in (${kindsIn}) or fee_base_satang > 0 then fee_vat_satang
                      else 0 end
       or held not in (0, case when status in ('succeeded', 'failed') then 0
                               else fee_satang + fee_vat_satang end)
       or (kind in (${kindsIn})
         and (fee_satang <> kept + coalesce(fee_disputes, 0) * dispute_satang
           or fee_vat_satang <> round(kept * fee_vat_rate / 1000000.0)
             + coalesce(fee_disputes, 0) * round(dispute_satang * fee_vat_rate / 1000000.0)))
       or (kind not in (${kindsIn})
         and (fee_vat_satang <> round(fee_satang * fee_vat_rate / 1000000.0)
           or (fee_base_satang > 0 and fee_satang <> plain)))`,

  // Whoever books money may not see a price that is set within the same minute.
  'an order has the price of its method that was valid when its money moved': `
    with moments as (
      select orders.id, orders.price_id, orders.merchant_id, at, is_sure,
             case kind when 'payment' then coalesce(method, 'qr') else kind end as method
      from orders cross join lateral (
        select effective_at as at, transfers.kind = 'receive' as is_sure from transfers
        where order_id = orders.id and credit = 'available'
          and debit in ('provider_clearing', 'suspense') and orders.kind in (${kindsIn})
        union all
        -- Money that goes back to its sender costs nothing.
        select orders.created_at, orders.id not in (
          select part->>'refundId' from resolutions, json_array_elements(parts) as part
          where part->>'refundId' is not null)
        where orders.kind not in (${kindsIn})
      ) as moved
    )
    select moments.id, price_id, moments.method
    from moments left join prices on prices.id = price_id
    left join lateral (
      select valid_from from prices as known
      where known.merchant_id = moments.merchant_id and known.method = moments.method
        and known.valid_from <= at and known.created_at < at - interval '1 minute'
      order by valid_from desc limit 1) as known on true
    group by moments.id, price_id, moments.method
    having case when price_id is null then bool_or(is_sure and known.valid_from is not null)
      else not bool_or(prices.merchant_id = moments.merchant_id
        and prices.method = moments.method
        and date_trunc('milliseconds', prices.valid_from) <= at
        and prices.valid_from >= coalesce(known.valid_from, '-infinity')) end`,

  'the VAT of a closed month is that of the sum of its fees': `
    with lines as (
      select transfers.merchant_id,
             coalesce(orders.fee_vat_rate, resolutions.fee_vat_rate) as fee_vat_rate,
             date_trunc('month', transfers.created_at at time zone 'Asia/Bangkok')::date as month,
             ${chargedBy('fee')} as fee, ${chargedBy('fee_vat')} as vat
      from transfers left join orders on orders.id = transfers.order_id
      left join resolutions on resolutions.id = transfers.resolution_id
      where transfers.kind in (${feeKinds}) group by 1, 2, 3
    ), due as (
      select merchant_id, month, sum(fee) as fee, sum(vat) as vat,
             sum(round(fee * fee_vat_rate / 1000000.0)) as due
      from lines where month <= (select through from vat_closing) group by 1, 2
    ), trued as (
      select merchant_id,
             date_trunc('month', effective_at at time zone 'Asia/Bangkok')::date as month,
             sum(case kind when 'vat_true_up' then amount_satang else -amount_satang end) as satang
      from transfers where kind in ('vat_true_up', 'vat_true_down') group by 1, 2
    )
    select merchant_id, month, due.fee, due.vat, due.due, vat_months.vat_satang, trued.satang
    from due full join vat_months using (merchant_id, month)
    full join trued using (merchant_id, month)
    where due.fee is distinct from vat_months.fee_satang
       or due.vat is distinct from vat_months.posted_satang
       or due.due is distinct from vat_months.vat_satang
       or due.due - due.vat <> coalesce(trued.satang, 0)
       or due.due is null`,

  'the cost of a movement is the first that its provider has named, or the expected one': `
    with named as (
      select distinct on (movement_id) movement_id, cost_satang, applied_at
      from callbacks where cost_satang is not null and movement_id is not null
      order by movement_id, applied_at, received_at, id
    ), priced as (
      select movements.id, account, dismissed_at, amount_satang,
             least(movements.created_at, case when moved_at
               between movements.created_at - interval '${REPORTED_BEFORE_DAYS} days'
                   and movements.created_at + interval '${REPORTED_AFTER_DAYS} days'
               then moved_at end) as at,
             case when order_id is not null then (
                 select case kind when 'payment' then coalesce(method, 'qr') else kind end
                 from orders where orders.id = order_id)
               when direction = 'in' then 'qr' else 'withdrawal' end as method,
             follows is null and (order_id is null or (direction = 'in') = (
               select kind in (${kindsIn}) from orders where orders.id = order_id)) as is_priced,
             movements.created_at < ${closedAt} as is_old
      from movements
    ), expected as (
      select distinct on (priced.id) priced.id as movement_id, expected_costs.id,
             round(amount_satang * rate / 1000000.0) + flat_satang as satang, vat_rate
      from priced join expected_costs using (account, method)
      where is_priced and valid_from <= at order by priced.id, valid_from desc
    )
    select priced.id, movement_costs.movement_id, named.cost_satang as named,
           movement_costs.cost_satang as posted, expected.satang as expected
    from priced
    full join movement_costs on movement_costs.movement_id = priced.id
    left join named on named.movement_id = priced.id
    left join expected on expected.movement_id = priced.id
    left join provider_accounts on provider_accounts.id = priced.account
    where movement_costs.cost_satang <> case when expected_id is null
        then coalesce(named.cost_satang, -1)
        else coalesce(satang + round(satang * vat_rate / 1000000.0), -1) end
       or expected_id <> expected.id
       or named_satang <> coalesce(named.cost_satang, -1)
       or expected_id is null and named_satang is not null
       or movement_costs.account <> priced.account
       or movement_costs.movement_id is not null and provider_accounts.merchant_id is not null
       or priced.dismissed_at is null and provider_accounts.merchant_id is null
         and (movement_costs.movement_id is null
           or expected_id is not null and named_satang is null)
         and named.applied_at < ${closedAt}
       or movement_costs.movement_id is null and priced.dismissed_at is null and is_old
         and provider_accounts.merchant_id is null and expected.id is not null`,

  'the posted costs of an account are those of its movements': `
    with posted as (
      select provider_account as account,
             sum(case kind when 'provider_cost' then amount_satang else -amount_satang end)
               as satang
      from transfers where kind in ('provider_cost', 'provider_cost_return') group by 1
    ), due as (
      select account, sum(coalesce(named_satang, cost_satang)) filter (where not is_returned)
               as satang
      from movement_costs group by 1
    )
    select account, posted.satang as posted, due.satang as due
    from posted full join due using (account)
    where coalesce(posted.satang, 0) <> coalesce(due.satang, 0)`,
};

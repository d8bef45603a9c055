import {
  feeKindNames,
  kindsOfTransfers,
  pendingKindNames,
  transferKinds,
  type Origin,
  type TransferKind,
} from '../../ledger/rules/ledger';
import { MOVEMENTS_MAX } from '../../ledger/rules/movement';
import { definitionOf, orderKinds } from '../../orders/rules/kinds';
import { readExactly, run, type Db } from '../../platform/postgres/connect';
import { raw } from '../../platform/postgres/sql';
import { kindsIn, kindsOut } from '../../orders/rules/kinds/lists';

const requires = (origin: Origin, kind: TransferKind): boolean =>
  transferKinds[kind].needs.includes(origin);
const originRows = kindsOfTransfers
  .map((kind) => {
    const required = (['order', 'callback', 'exception'] as const).map((origin) =>
      requires(origin, kind),
    );
    return `('${kind}', ${required.join(', ')})`;
  })
  .join(', ');

/** SQL of the transfer's kind of a resolution's part: what is refunded was credited before. */
const postedAs = `case part->>'as' when 'refund' then 'accept' else part->>'as' end`;

const listed = (kinds: readonly TransferKind[]) => kinds.map((kind) => `'${kind}'`).join(', ');
const fees = listed(feeKindNames);
/** Of an order, beside what its money moves. */
const beside = listed([...feeKindNames, ...pendingKindNames]);
const pending = listed(pendingKindNames);

/** Net of what was returned; `…_due` is owed instead of taken from a balance. */
const chargedBy = (kind: 'fee' | 'fee_vat'): string => `
  sum(case when transfers.kind in ('${kind}', '${kind}_due') then transfers.amount_satang
           when transfers.kind in ('${kind}_return', '${kind}_due_return')
             then -transfers.amount_satang else 0 end)`;

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

/**
 * Each query returns the rows that violate the invariant. Tests, the audit and long runs use this
 * list. A query reads each table once and uses hash joins, with no function call per row; sums are
 * `numeric` or `bigint`, so that no stored value makes it fail.
 */
const invariants: Readonly<Record<string, string>> = {
  'a transfer references the rows that its kind requires': `
    select transfers.id, merchant_id, kind, amount_satang, order_id, callback_id, exception_id
    from transfers
    join (values ${originRows}) as origins(kind, by_order, by_callback, by_exception) using (kind)
    where (by_order and order_id is null)
       or (by_callback and callback_id is null)
       or (by_exception and exception_id is null)
       -- A resolution can end a hold too.
       or (not by_exception and exception_id is not null and kind not in ('post', 'void'))`,

  'a transfer belongs to the merchant of its order': `
    select transfers.id, transfers.kind, transfers.amount_satang, transfers.order_id,
           transfers.merchant_id, orders.merchant_id as order_merchant_id
    from transfers left join orders on orders.id = transfers.order_id
    where transfers.order_id is not null
      and transfers.merchant_id is distinct from orders.merchant_id`,

  'the callback and the exception of a transfer belong to its order': `
    select transfers.id, transfers.kind, transfers.order_id,
           callbacks.id as callback_id, callbacks.order_id as callback_order_id,
           exceptions.id as exception_id, exceptions.order_id as exception_order_id
    from transfers
    left join callbacks on callbacks.id = transfers.callback_id
    left join exceptions on exceptions.id = transfers.exception_id
    -- Money of an unknown order may have had another assignee, until a correction.
    left join resolutions as corrected on exceptions.kind = 'unknown_order'
      and corrected.corrects = transfers.resolution_id
    left join resolutions as correction on exceptions.kind = 'unknown_order'
      and correction.id = transfers.resolution_id and correction.corrects is not null
    where callbacks.order_id <> transfers.order_id
       or (corrected.id is null and correction.id is null
         and (exceptions.order_id <> transfers.order_id
           or exceptions.merchant_id <> transfers.merchant_id))`,

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

  'a balance is the sum of its postings': `
    select merchant_id, available_satang, held_satang, pending_satang, posted.*
    from balances left join lateral (
      select coalesce(sum(amount_satang) filter (where account = 'available'), 0) as available,
             coalesce(sum(amount_satang) filter (where account = 'held'), 0) as held,
             coalesce(sum(amount_satang) filter (where account = 'pending'), 0) as pending
      from postings where postings.merchant_id = balances.merchant_id
    ) as posted on true
    where available_satang <> posted.available or held_satang <> posted.held
       or pending_satang <> posted.pending
       or available_satang < 0 or held_satang < 0 or pending_satang < 0`,

  'the pending money of a day is what was credited and has not matured': `
    with moved as (
      select merchant_id, pending_days as days, pending_day as day,
             sum(case credit when 'pending' then amount_satang else -amount_satang end) as satang,
             count(*) filter (where kind = 'mature') as matured
      from transfers where 'pending' in (debit, credit) group by 1, 2, 3
    )
    select merchant_id, days, day, maturing.satang, matured_at, moved.satang as posted, matured
    from moved full join maturing using (merchant_id, days, day)
    where maturing.satang is distinct from coalesce(moved.satang, 0)
       or maturing.satang < 0 or (matured_at is not null and maturing.satang <> 0)
       or moved.matured > case when matured_at is null then 0 else 1 end`,

  'no more is pending of a payment than it was credited, and refunds take of their own': `
    select coalesce(refunds.payment_id, transfers.order_id) as order_id, pending_days, pending_day,
           sum(case credit when 'pending' then amount_satang else -amount_satang end) as satang
    from transfers left join refunds on refunds.order_id = transfers.order_id
    where kind in (${pending}) group by 1, 2, 3
    having sum(case credit when 'pending' then amount_satang else -amount_satang end) < 0
        or sum(case kind when 'defer' then amount_satang else 0 end)
           < sum(case credit when 'pending' then amount_satang else -amount_satang end)`,

  'money is pending for the bank days of the rule that applied': `
    with posted as (
      select order_id, created_at, min(pending_days) as days,
             min((effective_at at time zone 'Asia/Bangkok')::date) filter (where kind = 'receive')
               as day,
             sum(case kind when 'receive' then amount_satang else -amount_satang end) as satang
      from transfers where kind in ('receive', 'fee', 'fee_vat', 'defer') group by 1, 2
    ), matured as (
      select merchant_id, days, day, matured_at from maturing where matured_at is not null
    )
    select posted.*, rule.days as of_rule
    from posted join orders on orders.id = posted.order_id
    join lateral (
      select days from maturity_rules
      where maturity_rules.merchant_id = orders.merchant_id
        and maturity_rules.provider_account_id = orders.provider_account_id
        and maturity_rules.created_at < posted.created_at
      order by number desc limit 1) as rule on rule.days > 0
    where orders.merchant_id in (select merchant_id from maturity_rules)
      and (satang > 0 or posted.days <> rule.days)
      -- A transaction that had begun before the rule was set follows the rule before it.
      and not exists (
        select from maturity_rules where maturity_rules.merchant_id = orders.merchant_id
          and maturity_rules.created_at between posted.created_at - interval '1 minute'
                                            and posted.created_at + interval '1 minute')
      -- What becomes known for a day that has matured is available at once.
      and not exists (
        select from matured where matured.merchant_id = orders.merchant_id
          and matured.days = rule.days and matured.day >= posted.day
          and matured_at <= posted.created_at)`,

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

  // By the database's own arithmetic: "round" of a numeric takes half a satang away from zero.
  'an order has the fee of its price, of what it credited or paid out': `
    with moved as (
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
    ), priced as (
      select orders.id, orders.kind, orders.status, orders.amount_satang, fee_base_satang,
             fee_satang, fee_vat_satang, fee_vat_rate, moved.fee,
             moved.satang - coalesce(returned.satang, 0) as satang, moved.vat,
             moved.held, moved.first_at, valid_from,
             prices.merchant_id is not distinct from orders.merchant_id as is_own,
             case when orders.kind in (${kindsIn}) then greatest(0, fee_base_satang)
                  else orders.amount_satang end as priced_satang,
             prices.bands, fee_refunded_satang, fee_disputes,
             case when (bands->0->>'isReturned')::boolean then coalesce(refunded.satang, 0)
                  else 0 end as refunded_satang,
             coalesce((bands->0->>'disputeSatang')::numeric, 0) as dispute_satang,
             case when orders.kind in (${kindsIn})
               and (bands->0->>'disputeSatang')::numeric > 0 then moved.disputes else 0 end
               as disputes
      from orders left join moved on moved.order_id = orders.id
      left join refunded on refunded.order_id = orders.id
      left join returned on returned.order_id = orders.id
      left join prices on prices.id = orders.price_id
      where orders.price_id is not null or moved.fee <> 0 or moved.vat <> 0 or moved.held <> 0
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
           plain, kept, refunded_satang, disputes
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
           or coalesce(fee_disputes, 0) < disputes))
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

  'the VAT of a closed month is that of the sum of its fees': `
    with lines as (
      select transfers.merchant_id, fee_vat_rate,
             date_trunc('month', transfers.created_at at time zone 'Asia/Bangkok')::date as month,
             ${chargedBy('fee')} as fee, ${chargedBy('fee_vat')} as vat
      from transfers join orders on orders.id = transfers.order_id
      where transfers.kind in (${fees}) group by 1, 2, 3
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

  'the cost of a movement is the first that its provider has named': `
    with named as (
      select distinct on (movement_id) movement_id, provider_account_id, cost_satang, applied_at
      from callbacks where cost_satang is not null and movement_id is not null
      order by movement_id, applied_at, received_at, id
    )
    select movements.id, named.cost_satang as named, movement_costs.cost_satang as posted
    from movements left join named on named.movement_id = movements.id
    left join movement_costs on movement_costs.movement_id = movements.id
    join provider_accounts on provider_accounts.id = movements.account
    where movement_costs.cost_satang <> coalesce(named.cost_satang, -1)
       or movement_costs.account <> movements.account
       or movement_costs.movement_id is not null and provider_accounts.merchant_id is not null
       or movement_costs.movement_id is null and movements.dismissed_at is null
         and provider_accounts.merchant_id is null
         and named.applied_at < (select through from cost_closing) at time zone 'Asia/Bangkok'`,

  'the posted costs of an account are those of its movements': `
    with posted as (
      select provider_account as account,
             sum(case kind when 'provider_cost' then amount_satang else -amount_satang end)
               as satang
      from transfers where kind in ('provider_cost', 'provider_cost_return') group by 1
    ), due as (
      select account, sum(cost_satang) filter (where not is_returned) as satang
      from movement_costs group by 1
    )
    select account, posted.satang as posted, due.satang as due
    from posted full join due using (account)
    where coalesce(posted.satang, 0) <> coalesce(due.satang, 0)`,

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

  'a transfer to or from the bank has a movement': `
    select id, kind, order_id, callback_id, resolution_id, amount_satang from transfers
    where 'provider_clearing' in (debit, credit) and movement_id is null
      and kind not in ('opening', 'provider_cost', 'provider_cost_return')`,

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

  'money in suspense equals the amounts of open exceptions': `
    with resolved as (
      select exception_id,
             sum(case debit when 'suspense' then amount_satang else -amount_satang end) as satang
      from transfers where exception_id is not null and 'suspense' in (debit, credit)
      group by exception_id
    )
    select suspended.id, suspended.callback_id, suspended.amount_satang, resolved.satang
    from transfers as suspended
    left join exceptions on exceptions.callback_id = suspended.callback_id
      and exceptions.amount_satang is not null
    left join resolved on resolved.exception_id = exceptions.id
    where suspended.kind = 'suspend'
      and (exceptions.id is null or coalesce(resolved.satang, 0)
        <> case when exceptions.resolved_at is null then 0 else suspended.amount_satang end)`,

  'a resolution posts its parts, and a correction reverses them': `
    with parts as (
      select resolutions.id, resolutions.corrects is not null as is_correction,
             ${postedAs} as way, sum((part->>'amountSatang')::numeric) as satang
      from resolutions, json_array_elements(parts) as part group by 1, 2, 3
    )
    select parts.id, parts.way, parts.satang, posted.satang as posted
    from parts left join lateral (
      select sum(amount_satang) as satang from transfers
      where transfers.resolution_id = parts.id
        and transfers.kind = case when is_correction then 'undo_' else '' end || parts.way
    ) as posted on true
    where way not in ('dismiss', 'pay_elsewhere', 'release', 'complete', 'assign')
      and posted.satang is distinct from parts.satang`,

  'a resolved exception has one uncorrected resolution, an open one has none': `
    with standing as (
      select exception_id, count(*) as count,
             min((select string_agg(part->>'as', '+') from json_array_elements(parts) as part))
               as parts
      from resolutions
      where corrects is null
        and not exists (select from resolutions as later where later.corrects = resolutions.id)
      group by exception_id
    )
    select exceptions.id, exceptions.resolution, standing.parts, standing.count
    from exceptions left join standing on standing.exception_id = exceptions.id
    where coalesce(standing.count, 0) <> case when resolved_at is null then 0 else 1 end
       or resolution is distinct from standing.parts`,

  'a correction has the parts of the resolution that it reverses': `
    select correction.id, correction.corrects
    from resolutions as correction join resolutions as former on former.id = correction.corrects
    where correction.exception_id <> former.exception_id or former.corrects is not null
       or correction.parts::jsonb <> former.parts::jsonb`,

  'a transfer of an exception is posted by a resolution of it': `
    select transfers.id, transfers.kind, transfers.exception_id, transfers.resolution_id,
           resolutions.exception_id as resolved
    from transfers left join resolutions on resolutions.id = transfers.resolution_id
    where (transfers.exception_id is not null or resolution_id is not null)
      and (resolutions.exception_id is distinct from transfers.exception_id
        or (kind like 'undo\\_%' and resolutions.corrects is null)
        -- The correction of an ended hold credits or charges its amount.
        or (kind not like 'undo\\_%' and kind not in ('credit', 'charge')
          and resolutions.corrects is not null))`,

  'money that a resolution returns to its payer has a refund': `
    select resolutions.id, resolutions.order_id
    from resolutions, json_array_elements(parts) as part
    where part->>'as' = 'refund' and not exists (
      select from refunds join orders on orders.id = refunds.order_id
      where orders.id = part->>'refundId' and refunds.payment_id = resolutions.order_id
        and orders.amount_satang = (part->>'amountSatang')::bigint)`,

  'a resolution posts no more than its parts': `
    with parts as (
      select resolutions.id, ${postedAs} as way, sum((part->>'amountSatang')::numeric) as satang
      from resolutions, json_array_elements(parts) as part where corrects is null group by 1, 2
    )
    select transfers.id, transfers.kind, transfers.resolution_id, transfers.amount_satang
    from transfers join resolutions on resolutions.id = transfers.resolution_id
    left join parts on parts.id = transfers.resolution_id and parts.way = case kind
      when 'void' then 'release' when 'post' then 'complete'
      else kind end
    -- The part of a completed payout that has not left is credited back.
    left join parts as released on released.id = transfers.resolution_id
      and released.way = 'release' and kind = 'credit'
    where resolutions.corrects is null and parts.id is null
      and released.satang is distinct from transfers.amount_satang
      -- An assigned movement is booked for its merchant or its order.
      and not (kind in ('credit', 'charge') and exists (
        select from parts as assigned
        where assigned.id = transfers.resolution_id and assigned.way = 'assign'
          and assigned.satang = transfers.amount_satang))`,

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

  'an order is succeeded exactly when it has a time of completion': `
    select id, kind, status, completed_at, failure_code from orders
    where (status = 'succeeded') <> (completed_at is not null)
       or (status = 'failed') <> (failure_code is not null)`,

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

  'an opening balance is the first transfer of a merchant of a sandbox': `
    select transfers.id, transfers.merchant_id, transfers.amount_satang, transfers.created_at
    from transfers left join merchants on merchants.id = transfers.merchant_id
    where transfers.kind = 'opening'
      and (exists (select from deployment where mode = 'live') or merchants.id is null
        or abs(extract(epoch from transfers.created_at - merchants.created_at)) > 60
        or transfers.id <> (select min(id) from transfers as own
                            where own.merchant_id = merchants.id))`,

  'a transfer has the time of its cause': `
    select transfers.id, transfers.kind, transfers.created_at, callbacks.received_at,
           callbacks.applied_at, resolutions.at as resolved_at
    from transfers left join callbacks on callbacks.id = transfers.callback_id
    left join resolutions on resolutions.id = transfers.resolution_id
    where transfers.created_at not between
            callbacks.received_at - interval '1 minute'
            and callbacks.applied_at + interval '1 minute'
       or transfers.created_at not between
            resolutions.at - interval '1 minute' and resolutions.at + interval '1 minute'`,

  'transfers are numbered in the order of their times': `
    select id, kind, created_at, latest from (
      select id, kind, created_at,
             max(created_at) over (order by id rows between unbounded preceding and 1 preceding)
               as latest
      from transfers
    ) as numbered where created_at < latest - interval '1 day'`,

  'a refund is of the payment that its events name': `
    select refunds.order_id, refunds.payment_id, events.id as event_id
    from refunds join events on events.order_id = refunds.order_id
    -- As text: a body that is no JSON must not make the audit fail.
    where position('"payment_id":"' in events.body) > 0
      and position('"payment_id":"' || refunds.payment_id || '"' in events.body) = 0`,

  'an order and its refunds belong to one merchant, and to that of the key': `
    select orders.id, orders.merchant_id, payment.merchant_id as payment_merchant_id,
           api_keys.merchant_id as key_merchant_id
    from orders left join refunds on refunds.order_id = orders.id
    left join orders as payment on payment.id = refunds.payment_id
    left join api_keys on api_keys.id = orders.api_key_id
    where payment.merchant_id <> orders.merchant_id or api_keys.merchant_id <> orders.merchant_id`,

  'a transfer has the account of its movement, and takes effect no earlier than it moved': `
    select transfers.id, transfers.kind, transfers.provider_account, movements.account,
           transfers.effective_at, movements.moved_at
    from transfers left join movements on movements.id = transfers.movement_id
    where (transfers.provider_account is null)
            <> (transfers.kind in ('opening', 'vat_true_up', 'vat_true_down', 'mature'))
       or transfers.provider_account <> movements.account
       or movements.moved_at <= transfers.created_at
         and transfers.effective_at < movements.moved_at - interval '1 second'`,

  'sums of days equal the transfers that they have rolled up': `
    with posted as (
      select merchant_id, (effective_at at time zone 'Asia/Bangkok')::date as day, kind,
             count(*) as count, sum(amount_satang) as satang
      from transfers
      where id <= (select rolled_up_id from transfer_rollup) and merchant_id is not null
      group by 1, 2, 3
    )
    select merchant_id, day, kind, transfer_days.satang, posted.satang as posted
    from transfer_days full join posted using (merchant_id, day, kind)
    where transfer_days.satang is distinct from posted.satang
       or transfer_days.count is distinct from posted.count
    union all
    select null, null, 'beyond the last transfer', rolled_up_id, last.id
    from transfer_rollup, (select coalesce(max(id), 0) as id from transfers) as last
    where rolled_up_id > last.id`,

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

  'rolled-up counts equal the counted orders': `
    with rolled_up as (
      select merchant_id, kind, status, hour, sum(count) as count from (
        select merchant_id, kind, status, hour, count from order_counts
        union all
        select merchant_id, kind, status, hour, change from order_count_changes
        where hour < (select rolled_up_until from order_rollup)
      ) as noted group by merchant_id, kind, status, hour
    ), counted as (
      select merchant_id, kind,
             shown_status(kind, status, amount_satang, refunded_satang, credited_satang,
                          reversed_satang) as status,
             date_trunc('hour', created_at, 'UTC') as hour, count(*) as count
      from orders where created_at < (select rolled_up_until from order_rollup)
      group by 1, 2, 3, 4
    )
    select merchant_id, kind, status, hour, rolled_up.count as rolled_up, counted.count as counted
    from rolled_up full join counted using (merchant_id, kind, status, hour)
    where coalesce(rolled_up.count, 0) <> coalesce(counted.count, 0)`,

  'order_states has every order once, with its present columns': `
    select coalesce(orders.id, order_states.order_id) as order_id
    from orders full join order_states
      on order_states.order_id = orders.id and order_states.merchant_id = orders.merchant_id
     and order_states.kind = orders.kind and order_states.created_at = orders.created_at
     and order_states.status = shown_status(orders.kind, orders.status, amount_satang,
                                            refunded_satang, credited_satang, reversed_satang)
     and order_states.expires_at is not distinct from orders.expires_at
     and order_states.completed_at is not distinct from orders.completed_at
     and order_states.payer_matches is not distinct from orders.payer_matches
    where orders.id is null or order_states.order_id is null`,

  'the pending callbacks and deliveries are those of their tables': `
    select coalesce(callbacks.id, callback_id) as id
    from (select id from callbacks where applied_at is null) as callbacks
    full join pending_callbacks on callback_id = callbacks.id
    where callbacks.id is null or callback_id is null
    union all
    select coalesce(deliveries.id, delivery_id)
    from (select id from deliveries where status = 'pending') as deliveries
    full join pending_deliveries on delivery_id = deliveries.id
    where deliveries.id is null or delivery_id is null`,

  'a contradicting or mismatching callback has opened an exception': `
    select callbacks.id, callbacks.outcome
    from callbacks left join exceptions on exceptions.callback_id = callbacks.id
    where callbacks.outcome in ('conflict', 'short', 'duplicate', 'mismatch', 'overflow',
                                'beyond_link')
      and exceptions.id is null
      -- Evidence without money needs no exception of its own while an equal one is open.
      and (booked_satang is not null or not exists (
        select from exceptions as joined
        left join callbacks as shown on shown.id = joined.callback_id
        where joined.order_id = callbacks.order_id
          -- An open exception shows the last report instead of an earlier one.
          and (shown.received_at >= callbacks.received_at or joined.kind = any(case outcome
            when 'conflict' then '{conflict}'
            when 'mismatch' then '{amount_mismatch}'
            when 'overflow' then '{too_many_movements}'
            else '{duplicate_payment,duplicate_payout,duplicate_transaction}' end::text[]))))`,

  'a payment link counts its succeeded payments, which are of its merchant': `
    select payment_links.id, paid, counted.succeeded, counted.others
    from payment_links left join (
      select payment_link_id as id, count(*) filter (where status = 'succeeded') as succeeded,
             count(*) filter (where orders.merchant_id <> links.merchant_id
               or orders.kind <> 'payment') as others
      from orders join payment_links as links on links.id = payment_link_id group by 1
    ) as counted using (id)
    where paid <> coalesce(counted.succeeded, 0) or counted.others > 0
    union all
    select payment_link_id, null, null, count(*) from orders
    where payment_link_id is not null
      and not exists (select from payment_links where payment_links.id = payment_link_id)
    group by 1`,

  'money settles at most as many payments as a link takes, and none after its stop': `
    with settled as (
      select payment_link_id, status_changes.at
      from orders join status_changes on status_changes.order_id = orders.id
      join callbacks on callbacks.id = cause
      where payment_link_id is not null and to_status = 'succeeded'
    )
    select payment_links.id, payments_max, stopped_at, count(*) as settled,
           max(settled.at) as settled_at
    from settled join payment_links on payment_links.id = payment_link_id
    group by payment_links.id
    having count(*) > payments_max or max(settled.at) > stopped_at`,

  'a succeeded delivery has a successful attempt, and attempts are numbered without gaps': `
    select deliveries.id, deliveries.attempts, count(made.number)
    from deliveries left join delivery_attempts as made on made.delivery_id = deliveries.id
    group by deliveries.id
    having count(made.number) <> deliveries.attempts
        or coalesce(max(made.number), 0) <> deliveries.attempts
        or (deliveries.status = 'succeeded'
            and count(*) filter (where made.status_code between 200 and 299) = 0)`,
};

export const invariantNames: readonly string[] = Object.keys(invariants);

export interface Violation {
  readonly invariant: string;
  /** At most ten. */
  readonly rows: readonly unknown[];
}

/**
 * All queries see one snapshot. Reads whole tables: on a large database use a connection without a
 * statement timeout.
 */
export async function findViolations(db: Db): Promise<readonly Violation[]> {
  return db.transaction(
    async (trx) => {
      const found: Violation[] = [];
      for (const [invariant, query] of Object.entries(invariants)) {
        const rows = await run(trx, null, raw(tenOf(query)), readExactly);
        if (rows.length > 0) found.push({ invariant, rows });
      }
      return found;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/**
 * Planned for all rows: with a limit Postgres may choose a plan that finds the first rows fast and
 * takes hours when there are none.
 */
const tenOf = (query: string): string =>
  `with broken as materialized (${query}) select * from broken limit 10`;

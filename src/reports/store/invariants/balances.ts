import { pendingKindNames } from '../../../ledger/rules/ledger';
import { listed } from './listed';

const pending = listed(pendingKindNames);

/** Balances, pending money and sums by day. */
export const balances: Readonly<Record<string, string>> = {
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
};

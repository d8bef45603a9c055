import { movementTimeOf, netOf } from '../../ledger/store/movements';
import { kindsIn } from '../../orders/rules/kinds/lists';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { methodOf } from './prices';

/** Callbacks that arrived earlier are not read. `audit` finds a cost that was left out so. */
const LATE_DAYS = 90;

/**
 * Once a day in Bangkok, for each account of the platform: posts what its provider keeps of the
 * movements, as the first applied callback that names a cost says, else as it is expected of those
 * of former days; then what a cost named later differs. Posts back what belongs to dismissed
 * movements, and the expected cost of those that have moved back as a whole. False when today's
 * postings are made, or another process makes them.
 */
export async function postProviderCosts(db: Db): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [due] = await run<{ today: string }>(
      trx,
      'lock-cost-closing',
      sql`select today::text
       from cost_closing, (select (now() at time zone 'Asia/Bangkok')::date as today) as clock
       where through < today for update of cost_closing skip locked`,
    );
    if (due === undefined) return false;
    await run(trx, 'post-provider-costs', posting(due.today));
    return true;
  });
}

const since = raw(
  `(select (through - interval '${LATE_DAYS} days') at time zone 'Asia/Bangkok' from cost_closing)`,
);

/** Money without an order came by a QR code, or left as a payout. */
const methodOfMovement = sql`
  coalesce(${methodOf}, case direction when 'in' then 'qr' else 'withdrawal' end)`;

/** Of the movements of former days for which no cost is named, by the version of their time. */
const expected = (today: string) => sql`
  select movements.id, cost + round(cost * vat_rate / 1000000.0), version.id
  from movements left join orders on orders.id = movements.order_id
  join lateral (
    select id, round(movements.amount_satang * rate / 1000000.0) + flat_satang as cost, vat_rate
    from expected_costs
    where account = movements.account and method = ${methodOfMovement}
      and valid_from <= least(${movementTimeOf('movements')}, movements.created_at)
    order by valid_from desc limit 1) as version on true
  where movements.created_at > ${since}
    and movements.created_at < ${today}::timestamp at time zone 'Asia/Bangkok'
    -- Money that moves back is no payment and no payout.
    and movements.follows is null
    and coalesce(orders.kind in (${raw(kindsIn)}), direction = 'in') = (direction = 'in')
    and movements.id not in (select movement_id from named)`;

const posting = (today: string) => sql`
  with named as (
    select distinct on (movement_id) movement_id, cost_satang
    from callbacks
    where cost_satang is not null and movement_id is not null and received_at > ${since}
    order by movement_id, applied_at, received_at, id
  ), known (movement_id, satang, expected_id) as (
    select movement_id, cost_satang, null from named union all ${expected(today)}
  ), noted as (
    insert into movement_costs (movement_id, account, cost_satang, expected_id, posted_on,
                                is_returned)
    select movements.id, movements.account, satang, expected_id, ${today}::date,
           dismissed_at is not null
    from known join movements on movements.id = movement_id
    join provider_accounts on provider_accounts.id = movements.account
      and provider_accounts.merchant_id is null
    where not exists (select from movement_costs where movement_id = movements.id)
    returning account, case when is_returned then 0 else cost_satang end as cost_satang
  ), found as (
    select movement_costs.movement_id, is_returned, dismissed_at is not null as is_dismissed,
           case when is_returned then 0
             else coalesce(named_satang, movement_costs.cost_satang) end as before,
           movement_costs.cost_satang, case when expected_id is not null
             then coalesce(named_satang, named.cost_satang) end as named_satang,
           expected_id is not null and coalesce(named_satang, named.cost_satang) is null
             and exists (select from movements as later where later.follows = movements.id)
             and ${netOf('movements.id')} = 0 as is_back
    from movement_costs join movements on movements.id = movement_costs.movement_id
    left join named on named.movement_id = movements.id
  ), changed as (
    update movement_costs
    set is_returned = is_dismissed or is_back, named_satang = found.named_satang
    from found
    where found.movement_id = movement_costs.movement_id
      and (movement_costs.is_returned <> (is_dismissed or is_back)
        or movement_costs.named_satang is distinct from found.named_satang)
    returning movement_costs.account,
      case when is_dismissed or is_back then 0
        else coalesce(found.named_satang, found.cost_satang) end - before as cost_satang
  ), sums as (
    select account, sum(cost_satang) as satang
    from (select * from noted union all select * from changed) as changes group by account
  ), posted as (
    insert into transfers (kind, debit, credit, amount_satang, provider_account)
    select case when satang > 0 then 'provider_cost' else 'provider_cost_return' end,
           case when satang > 0 then 'provider_costs' else 'provider_clearing' end,
           case when satang > 0 then 'provider_clearing' else 'provider_costs' end,
           abs(satang), account
    from sums where satang <> 0
  )
  update cost_closing set through = ${today}::date`;

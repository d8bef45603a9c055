import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** Callbacks that arrived earlier are not read. `audit` finds a cost that was left out so. */
const LATE_DAYS = 90;

/**
 * Once a day in Bangkok, for each account of the platform: posts what its provider keeps of the
 * movements, as the first applied callback that names a cost says, and posts back what belongs to
 * dismissed movements. False when today's postings are made, or another process makes them.
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

const posting = (today: string) => sql`
  with noted as (
    insert into movement_costs (movement_id, account, cost_satang, posted_on)
    select distinct on (movements.id) movements.id, movements.account, cost_satang, ${today}::date
    from callbacks join movements on movements.id = callbacks.movement_id
    join provider_accounts on provider_accounts.id = movements.account
      and provider_accounts.merchant_id is null
    where cost_satang is not null and movements.dismissed_at is null
      and callbacks.received_at
        > ((select through from cost_closing) - ${raw(LATE_DAYS)}) at time zone 'Asia/Bangkok'
      and not exists (select from movement_costs where movement_id = movements.id)
    order by movements.id, callbacks.applied_at, callbacks.received_at, callbacks.id
    returning account, cost_satang
  ), changed as (
    update movement_costs set is_returned = not is_returned
    from movements
    where movements.id = movement_id and is_returned = (movements.dismissed_at is null)
    returning movement_costs.account, case when is_returned then -cost_satang else cost_satang end
      as cost_satang
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

import { bangkokDayEnd, bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import { feeKindNames } from '../../ledger/rules/ledger';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** Of a provider account; all with VAT. */
export interface Margin {
  readonly label: string;
  /** Charged to merchants, less what was returned. */
  readonly feeSatang: number;
  /** Movements for which the provider names its cost, and that cost. */
  readonly count: number;
  readonly costSatang: number;
}

const charged = raw(feeKindNames.map((kind) => `'${kind}'`).join(', '));

/** What became known in a period of days, by account. */
export const listMargins = (db: Db, { from, until }: Period) =>
  run<Margin>(
    db,
    'list-margins',
    sql`with fees as (
       select provider_account as id,
              sum(case when credit in ('fees', 'vat_payable') then amount_satang
                       when debit in ('fees', 'vat_payable') then -amount_satang else 0 end)
                as satang
       from transfers
       where kind in (${charged}) and kind not in ('hold_fee', 'release_fee')
         and created_at between ${bangkokDayStart(from)} and ${bangkokDayEnd(until)}
       group by 1
     ), costs as (
       select account as id, count(*), sum(cost_satang) as satang
       from (
         -- A later answer about the movement may be the first to name the cost, or repeat it.
         select distinct on (account, movements.id) account, cost_satang
         from movements join callbacks on callbacks.movement_id = movements.id
         where cost_satang is not null and movements.dismissed_at is null
           and coalesce(moved_at, movements.created_at)
             between ${bangkokDayStart(from)} and ${bangkokDayEnd(until)}
         order by account, movements.id, callbacks.applied_at, callbacks.received_at, callbacks.id
       ) as named group by 1
     )
     select label, coalesce(fees.satang, 0)::bigint as fee_satang,
            coalesce(costs.count, 0) as count, coalesce(costs.satang, 0)::bigint as cost_satang
     from provider_accounts left join fees using (id) left join costs using (id)
     order by provider_accounts.id`,
  );

import { bangkokDayEnd, bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import { feeKindNames } from '../../ledger/rules/ledger';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

/** Of a provider account; all with VAT. */
export interface Margin {
  readonly accountId: string;
  readonly label: string;
  /** Of a merchant, who bears its costs. */
  readonly isOwn: boolean;
  /** Charged to merchants, less what was returned. */
  readonly feeSatang: number;
  /** Movements with a cost in the ledger, and that cost. */
  readonly count: number;
  readonly costSatang: number;
  /** The part of it that the provider has not named. */
  readonly expectedSatang: number;
}

const charged = raw(feeKindNames.map((kind) => `'${kind}'`).join(', '));

/** What became known in a period of days, by account; costs as they are posted, once a day. */
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
       select movement_costs.account as id, count(*), sum(satang) as satang,
              sum(satang) filter (where expected_id is not null and named_satang is null)
                as expected
       from movement_costs join movements on movements.id = movement_id
       cross join lateral (select coalesce(named_satang, cost_satang) as satang) as kept
       where not is_returned and coalesce(moved_at, movements.created_at)
         between ${bangkokDayStart(from)} and ${bangkokDayEnd(until)}
       group by 1
     )
     select provider_accounts.id as account_id, label,
            provider_accounts.merchant_id is not null as is_own,
            coalesce(fees.satang, 0)::bigint as fee_satang,
            coalesce(costs.count, 0) as count, coalesce(costs.satang, 0)::bigint as cost_satang,
            coalesce(costs.expected, 0)::bigint as expected_satang
     from provider_accounts left join fees using (id) left join costs using (id)
     order by provider_accounts.id`,
  );

import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import type { CostTerms, PricedMethod } from '../rules/price';

interface OfAccount extends CostTerms {
  readonly accountId: string;
  readonly method: PricedMethod;
}

export interface ExpectedCost extends OfAccount {
  readonly label: string;
  readonly validFrom: Date;
}

/** Newest first. */
export const listExpectedCosts = (db: Db) =>
  run<ExpectedCost>(
    db,
    'list-expected-costs',
    sql`select account as account_id, label, method, rate, flat_satang, vat_rate, valid_from
     from expected_costs join provider_accounts on provider_accounts.id = account
     order by valid_from desc, expected_costs.id desc`,
  );

export interface NewExpectedCost {
  readonly id: string;
  readonly accountId: string;
  readonly method: PricedMethod;
  readonly terms: CostTerms;
  /** Null: from now on. */
  readonly validFrom: Date | null;
}

/** Only an account of the platform is known. Not set: the time has passed or has a version. */
export async function insertExpectedCost(
  trx: Db,
  { id, accountId, method, terms, validFrom }: NewExpectedCost,
): Promise<{ readonly isKnown: boolean; readonly isSet: boolean }> {
  const { rate, flatSatang, vatRate } = terms;
  const [row] = await run<{ isKnown: boolean; isSet: boolean }>(
    trx,
    'insert-expected-cost',
    sql`with known as (
       select id from provider_accounts where id = ${accountId} and merchant_id is null
     ), added as (
       insert into expected_costs (id, account, method, rate, flat_satang, vat_rate, valid_from)
       select ${id}, known.id, ${method}, ${rate}, ${flatSatang}, ${vatRate}, valid_from
       from known, (select coalesce(${validFrom}::timestamptz, now()) as valid_from) as asked
       where valid_from >= now()
       on conflict (account, method, valid_from) do nothing
       returning 1
     )
     select exists (select from known) as is_known, exists (select from added) as is_set`,
  );
  return row ?? { isKnown: false, isSet: false };
}

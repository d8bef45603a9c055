import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

/** Days that are known, in order. */
export async function listHolidays(db: Db): Promise<readonly string[]> {
  const rows = await run<{ day: string }>(
    db,
    'list-bank-holidays',
    sql`select day::text from bank_holidays order by day`,
  );
  return rows.map(({ day }) => day);
}

/** Replaces those of a year. */
export async function setHolidays(trx: Db, year: number, days: readonly string[]): Promise<void> {
  await run(
    trx,
    'set-bank-holidays',
    sql`with gone as (
       delete from bank_holidays
       where day >= make_date(${year}::integer, 1, 1) and day <= make_date(${year}::integer, 12, 31)
         and day <> all(${days}::date[])
     )
     insert into bank_holidays (day) select unnest(${days}::date[]) on conflict do nothing`,
  );
}

export interface MaturityRule {
  readonly accountId: string;
  readonly label: string;
  /** Bank days. */
  readonly days: number;
  /** Null: no rule has been set. */
  readonly since: Date | null;
}

/** Of every account of the platform. */
export const listRules = (db: Db, merchantId: string) =>
  run<MaturityRule>(
    db,
    'list-maturity-rules',
    sql`select provider_accounts.id as account_id, label, coalesce(days, 0) as days,
            rule.created_at as since
     from provider_accounts left join lateral (
       select days, created_at from maturity_rules
       where maturity_rules.merchant_id = ${merchantId}
         and maturity_rules.provider_account_id = provider_accounts.id
       order by number desc limit 1) as rule on true
     where provider_accounts.merchant_id is null order by provider_accounts.id`,
  );

/** Adds a version. False unless the account is one of the platform. */
export async function insertRule(
  trx: Db,
  merchantId: string,
  accountId: string,
  days: number,
): Promise<boolean> {
  const inserted = await run(
    trx,
    'insert-maturity-rule',
    sql`insert into maturity_rules (merchant_id, provider_account_id, number, days)
     select ${merchantId}, id, coalesce((
         select max(number) from maturity_rules as earlier
         where earlier.merchant_id = ${merchantId} and earlier.provider_account_id = ${accountId}),
       0) + 1, ${days}
     from provider_accounts where id = ${accountId} and merchant_id is null
     returning 1`,
  );
  return inserted.length === 1;
}

/** True when a rule of bank days has been set. */
export async function usesBankDays(db: Db): Promise<boolean> {
  const [row] = await run<{ isUsed: boolean }>(
    db,
    'uses-bank-days',
    sql`select exists (select from maturity_rules where days > 0) as is_used`,
  );
  return row?.isUsed === true;
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The bank days until a merchant may use what an account of the platform receives for it. The
    -- last version applies; without one, money is available at once.
    create table maturity_rules (
      merchant_id text not null references merchants,
      provider_account_id text not null references provider_accounts,
      number integer not null,
      days smallint not null check (days between 0 and 30),
      created_at timestamptz not null default now(),
      primary key (merchant_id, provider_account_id, number)
    );
    create trigger maturity_rules_stay before update or delete on maturity_rules
      for each row execute function refuse_ledger_change();
    create trigger maturity_rules_are_not_emptied before truncate on maturity_rules
      for each statement execute function refuse_ledger_change();

    -- Days on which no bank works, beside weekends. A year without any is not known yet.
    create table bank_holidays (
      day date primary key
    );

    -- Pending money by merchant, bank days and effective day in Bangkok.
    create table maturing (
      merchant_id text not null references merchants,
      days smallint not null,
      day date not null,
      satang bigint not null,
      matured_at timestamptz,
      primary key (merchant_id, days, day),
      -- What becomes known for a day that has matured is available at once.
      constraint maturing_open check (satang >= 0 and (matured_at is null or satang = 0))
    );
    create index maturing_due on maturing (day, days) where matured_at is null;

    alter table balances add column pending_satang bigint not null default 0;
    alter table balances add constraint balances_pending
      check (pending_satang >= 0) not valid;
    -- The row of maturing that a transfer changes.
    alter table transfers add column pending_day date;
    alter table transfers add column pending_days smallint;
  `);
}

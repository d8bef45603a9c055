import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a merchant pays for its orders. A version is never changed: another one follows.
    create table prices (
      id text primary key,
      merchant_id text not null references merchants,
      -- qr, token, deposit, withdrawal or refund.
      method text not null,
      -- [{"fromSatang": 0, "rate": 16500, "flatSatang": 0, "minSatang": null, "maxSatang": null}]
      bands json not null,
      valid_from timestamptz not null,
      created_at timestamptz not null default now(),
      unique (merchant_id, method, valid_from),
      -- A price never applies to money that moved before it was agreed.
      check (valid_from >= created_at)
    );
    create trigger prices_stay before update or delete on prices
      for each row execute function refuse_ledger_change();
    create trigger prices_are_not_emptied before truncate on prices
      for each statement execute function refuse_ledger_change();

    -- The rate of value added tax until the end of a day in Bangkok, in 1/10,000 percent.
    create table vat_rates (
      until date primary key,
      rate integer not null check (rate between 0 and 1000000)
    );

    -- VAT by month in Bangkok and merchant: of the sum of its fees, as a tax document has it.
    create table vat_months (
      merchant_id text not null references merchants,
      -- Its first day.
      month date not null,
      fee_satang bigint not null,
      vat_satang bigint not null,
      -- Posted by the lines of orders; the difference is posted as a true-up.
      posted_satang bigint not null,
      primary key (merchant_id, month)
    );
    -- The last month that has been closed.
    create table vat_closing (
      through date not null
    );
    insert into vat_closing
    select date_trunc('month', now() at time zone 'Asia/Bangkok') - interval '1 month';

    alter table orders add column price_id text;
    alter table orders add column fee_base_satang bigint;
    alter table orders add column fee_satang bigint;
    alter table orders add column fee_vat_satang bigint;
    alter table orders add column fee_vat_rate integer;
  `);
}

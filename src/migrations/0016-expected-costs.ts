import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a provider is expected to keep of a movement whose cost it does not name. A version is
    -- never changed: another one follows.
    create table expected_costs (
      id text primary key,
      account text not null references provider_accounts,
      -- qr, token, deposit, withdrawal or refund.
      method text not null,
      -- In 1/10,000 percent, as the rate of VAT.
      rate integer not null check (rate between 0 and 1000000),
      flat_satang bigint not null check (flat_satang >= 0),
      -- Added to it. 0: it includes VAT.
      vat_rate integer not null check (vat_rate between 0 and 1000000),
      valid_from timestamptz not null,
      created_at timestamptz not null default now(),
      unique (account, method, valid_from),
      -- A cost is never expected of money that moved before.
      check (valid_from >= created_at)
    );
    create trigger expected_costs_stay before update or delete on expected_costs
      for each row execute function refuse_ledger_change();
    create trigger expected_costs_are_not_emptied before truncate on expected_costs
      for each statement execute function refuse_ledger_change();

    -- The version by which it was computed. Null: the provider has named it.
    alter table movement_costs add column expected_id text;
    -- Named after the expected cost was posted, which it replaces.
    alter table movement_costs add column named_satang bigint;
  `);
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table businesses (
      merchant_id text primary key references merchants,
      -- JSON of the legal name, tax id, branch, address, contact and colour, sealed.
      details_sealed text not null,
      changed_at timestamptz not null default now()
    );

    create table business_logos (
      merchant_id text primary key references merchants,
      -- Unguessable; another one for each picture.
      id text not null unique,
      png bytea not null check (octet_length(png) <= 65536),
      stored_at timestamptz not null default now()
    );

    create table business_accounts (
      id text primary key,
      merchant_id text not null references merchants,
      -- JSON of the bank, number and holder, sealed.
      account_sealed text not null,
      created_at timestamptz not null default now(),
      -- Until then nothing is withdrawn to the account.
      usable_at timestamptz not null,
      -- Null: the account of the shop.
      replaced_at timestamptz
    );
    create unique index business_accounts_present on business_accounts (merchant_id)
      where replaced_at is null;
    create index business_accounts_merchant on business_accounts (merchant_id);

    create table business_verifications (
      id text primary key,
      merchant_id text not null references merchants,
      -- 'identity' (the names, tax id and branch), or the id of an account.
      subject text not null,
      evidence text not null,
      operator_id text not null,
      verified_at timestamptz not null default now(),
      -- When the value changed; null: the value is verified.
      ended_at timestamptz
    );
    create unique index business_verifications_present
      on business_verifications (merchant_id, subject) where ended_at is null;
  `);
}

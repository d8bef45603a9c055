import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Watermark: transfers up to this id are summed in money_days.
    create table money_fold (
      singleton boolean primary key default true check (singleton),
      folded_id bigint not null default 0
    );
    insert into money_fold default values;

    -- A merchant's receipts and payouts per day in Bangkok.
    create table money_days (
      merchant_id text not null,
      day date not null,
      direction text not null check (direction in ('in', 'out')),
      count bigint not null,
      satang bigint not null,
      primary key (merchant_id, day, direction)
    );

    -- Permission of a key; each includes the previous ones. Existing keys get the highest.
    alter table api_keys
      add column permission text not null default 'withdraw'
        check (permission in ('read', 'write', 'withdraw')),
      add column last_used_at timestamptz;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

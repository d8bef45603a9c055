import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Transfers up to this number are added up in money_days; what is younger, where it stands.
    create table money_fold (
      singleton boolean primary key default true check (singleton),
      folded_id bigint not null default 0
    );
    insert into money_fold default values;

    -- What came in and what went out for a merchant, by the days of Bangkok.
    create table money_days (
      merchant_id text not null,
      day date not null,
      direction text not null check (direction in ('in', 'out')),
      count bigint not null,
      satang bigint not null,
      primary key (merchant_id, day, direction)
    );

    -- What a key may be used for; each may what the ones before it may. Keys from before may all.
    alter table api_keys
      add column permission text not null default 'withdraw'
        check (permission in ('read', 'write', 'withdraw')),
      add column last_used_at timestamptz;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

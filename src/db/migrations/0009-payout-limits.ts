import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table balances
      -- How much may be asked to leave in a day; null: whatever there is.
      add column day_limit_satang bigint check (day_limit_satang >= 0),
      -- A day in Bangkok, and what withdrawals and refunds have asked for in it.
      add column asked_on date,
      add column asked_satang bigint not null default 0;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

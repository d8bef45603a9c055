import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table balances
      -- Limit of payouts per day in satang; null: none.
      add column day_limit_satang bigint check (day_limit_satang >= 0),
      -- A day in Bangkok, and the sum of its withdrawals and refunds.
      add column asked_on date,
      add column asked_satang bigint not null default 0;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

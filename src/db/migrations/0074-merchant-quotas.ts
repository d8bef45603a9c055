import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table merchants
      -- Null: RATE_LIMIT_PER_SECOND.
      add column requests_per_second integer,
      -- Pending payments and deposits; null: not limited.
      add column open_orders_max integer;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

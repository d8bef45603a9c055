import type { Knex } from 'knex';

/** The decisions about an order's provider account, the first first. Null: there was no choice. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table orders add column routing jsonb');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/**
 * The provider account of an order and of a callback, as movements have it. The default makes both
 * statements changes of the catalog only, and keeps the previous version working.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders add column provider_account_id text not null default 'default';
    alter table callbacks add column provider_account_id text not null default 'default';
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

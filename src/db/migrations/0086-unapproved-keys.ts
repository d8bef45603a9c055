import type { Knex } from 'knex';

/** API keys that another person has to approve before they authenticate requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_keys add column awaits_approval boolean not null default false`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

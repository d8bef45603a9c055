import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The id that a request created. The lookup is limited to the minute of the creation by the
    -- request ids and needs no index.
    alter table api_requests add column object_id text collate "C";
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a request created, so that what was created can name its request. It is looked for in
    -- the minute of its creation, by the ids of requests, and needs no index.
    alter table api_requests add column object_id text collate "C";
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

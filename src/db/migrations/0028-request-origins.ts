import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The request that created the row, kept as long as the row, unlike api_requests. Null for
    -- older rows and for rows created without an API key.
    alter table orders
      add column api_key_id text collate "C",
      add column client_address text,
      add column request_id text collate "C";
    alter table webhooks
      add column api_key_id text collate "C",
      add column client_address text,
      add column request_id text collate "C";
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

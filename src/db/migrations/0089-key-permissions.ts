import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_keys
      -- Null: the set in "permission". Otherwise that column is 'read', for the former version.
      add column permissions text[]
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

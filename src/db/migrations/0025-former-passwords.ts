import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The hashes of the last four passwords before the current one, the newest first.
    alter table users add column former_password_hashes text[] not null default '{}';
    alter table operators add column former_password_hashes text[] not null default '{}';
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

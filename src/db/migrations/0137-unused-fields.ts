import type { Knex } from 'knex';

/** Fields of a callback that were not used, and callbacks whose status cannot be read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table callbacks
      add column unused_fields text[] not null default '{}',
      alter column heard drop not null
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** A new recovery code removes no authenticator. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table recovery_codes add column created_at timestamptz not null default now()`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** A merchant's routing rules, in their order, as one list: each change replaces it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table routing_rules (
      merchant_id text primary key references merchants,
      rules jsonb not null,
      -- Incremented with each change of the row.
      version integer not null default 1
    )`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

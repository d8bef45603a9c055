import type { Knex } from 'knex';

/** The inquiry that was planned before a hint caused an earlier one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table provider_requests add column planned_look_at timestamptz`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

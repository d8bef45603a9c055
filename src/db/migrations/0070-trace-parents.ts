import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // The span that wrote the row, in the format of W3C Trace Context; null unless it is sampled.
  await knex.raw('alter table dispatches add column trace_parent text');
  await knex.raw('alter table events add column trace_parent text');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

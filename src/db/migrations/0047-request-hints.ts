import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Time of the last hint that caused an inquiry about the request.
  await knex.raw('alter table provider_requests add column hinted_at timestamptz');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

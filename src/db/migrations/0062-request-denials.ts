import type { Knex } from 'knex';

/**
 * When a provider last answered that it does not know a request, with no other answer and no
 * submission since.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table provider_requests add column denied_at timestamptz');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

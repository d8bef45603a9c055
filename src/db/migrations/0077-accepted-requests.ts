import type { Knex } from 'knex';

/** Answered inquiries without a denial: the provider has the request. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the provider answered that it has the request. Null: not since the last submission.
    alter table provider_requests add column accepted_at timestamptz;
    update provider_requests set accepted_at = now()
    where not is_over and claimed_at is not null and inquiries > 0 and denials = 0
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export const config = { transaction: false };

/** The next inquiry about a request whose order has ended, which a hint causes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table provider_requests add column if not exists ended_look_at timestamptz',
  );
  await knex.raw('drop index concurrently if exists provider_requests_ended_look');
  await knex.raw(`
    create index concurrently provider_requests_ended_look on provider_requests (ended_look_at)
      where ended_look_at is not null
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

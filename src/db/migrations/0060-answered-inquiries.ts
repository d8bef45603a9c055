import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_inquiries
      -- Start of the last call with an answer. A hint that is older has had its inquiry.
      add column answered_at timestamptz
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether the payer's account is the expected one. Null: not paid, payer unknown, or
    -- paid before this migration, because accounts are sealed.
    alter table callbacks add column payer_matches boolean;
    alter table orders add column payer_matches boolean;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Until then no withdrawal and no refund is created; null: payouts were never held.
    alter table balances add column payouts_held_until timestamptz;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

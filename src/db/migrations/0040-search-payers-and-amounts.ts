import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Deposits from unexpected accounts, which are few; and the newest orders of an amount among all
 * merchants. Postgres estimates `is false` well where the column has nulls alone, and `not` badly.
 * Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_other_payer');
  await knex.raw(`
    create index concurrently orders_other_payer
      on orders (merchant_id, created_at desc, id desc) where payer_matches is false`);
  await knex.raw('drop index concurrently if exists orders_amount_newest');
  await knex.raw(`
    create index concurrently orders_amount_newest
      on orders (amount_satang, created_at desc, id desc)`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** The index is built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * The provider's id of an order, unique within the account. Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table orders add column if not exists provider_ref text');
  await knex.raw('drop index concurrently if exists orders_provider_ref');
  await knex.raw(`
    create unique index concurrently orders_provider_ref
      on orders (provider_account_id, provider_ref) where provider_ref is not null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

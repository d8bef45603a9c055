import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * References are searched by their beginning and without regard to case. The index replaces the one
 * of whole references, so that creating an order writes no more than before; processes of the
 * version before find references by the merchant's part of it until they are replaced. Can be run
 * again where it was cut short.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_reference_prefix');
  await knex.raw(`
    create index concurrently orders_reference_prefix
      on orders (merchant_id, (lower(reference) collate "C")) where reference is not null`);
  await knex.raw('drop index concurrently if exists exceptions_open_of_merchant');
  await knex.raw(`
    create index concurrently exceptions_open_of_merchant
      on exceptions (merchant_id) where resolved_at is null`);
  // Gathers statistics of the expression's values.
  await knex.raw('analyze orders');
  await knex.raw('drop index concurrently if exists orders_reference');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

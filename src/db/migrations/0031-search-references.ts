import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Search by prefix of the reference, case-insensitively. The index replaces the one of whole
 * references, so a creation writes no more entries than before; processes of the old version
 * use the merchant column of the new one until they are replaced. Can run again after an
 * interruption.
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
  // Collects statistics of the expression.
  await knex.raw('analyze orders');
  await knex.raw('drop index concurrently if exists orders_reference');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

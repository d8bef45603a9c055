import type { Knex } from 'knex';

/** The index is built without blocking writes, which is impossible in a transaction. */
export const config = { transaction: false };

/**
 * One index for lists and counts by status; a list of several statuses merges several scans.
 * It replaces the index without the status, so a creation writes no more entries. Processes of
 * the old version sort a merchant's orders until they are replaced. Can run again after an
 * interruption, which leaves an invalid index.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_listed');
  await knex.raw(`
    create index concurrently orders_listed on orders (merchant_id, kind,
      shown_status(kind, status, amount_satang, refunded_satang), created_at desc, id desc)`);
  // Collects statistics of the expression, which exist only after ANALYZE.
  await knex.raw('analyze orders');
  await knex.raw('drop index concurrently if exists orders_newest');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

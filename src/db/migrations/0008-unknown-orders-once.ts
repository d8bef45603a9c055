import type { Knex } from 'knex';

/** The index is built without blocking writes, which is impossible in a transaction. */
export const config = { transaction: false };

/**
 * Money for an unknown order is one exception, however many callbacks report it concurrently.
 * Older exceptions, and those that processes of the old version still open, have no name and
 * are found by their callbacks. Can run again after an interruption, which leaves an invalid
 * index.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    // A statement that waits for a table lock blocks all later ones.
    await trx.raw(`set local lock_timeout = '1s'`);
    // The provider's reference of the unknown order; null for all other kinds.
    await trx.raw('alter table exceptions add column if not exists named_order text');
  });
  await knex.raw('drop index concurrently if exists exceptions_unknown_order');
  await knex.raw(`
    create unique index concurrently exceptions_unknown_order on exceptions (named_order)
      where named_order is not null and resolved_at is null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

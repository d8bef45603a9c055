import type { Knex } from 'knex';

/** An index is built beside those who write, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Money for an order that nobody knows is one exception, however many callbacks tell of it at once.
 * Exceptions from before have no name and are found by their callbacks, as those are that processes
 * of the version before still open. Can be run again where it was cut short, which leaves an index
 * that is not valid.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    // What waits for a table's lock holds up everybody who comes after it.
    await trx.raw(`set local lock_timeout = '1s'`);
    // What the provider called an order that nobody knows; null for every other kind.
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

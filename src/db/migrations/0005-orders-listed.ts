import type { Knex } from 'knex';

/** An index is built beside those who write, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Lists by status, and counts of them, from one index; a list of several is merged from its parts.
 * It takes the place of the one without the status, so that creating an order writes no more than
 * before. What still runs of the version before lists a merchant's orders by sorting them until it
 * is replaced. Can be run again where it was cut short, which leaves an index that is not valid.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_listed');
  await knex.raw(`
    create index concurrently orders_listed on orders (merchant_id, kind,
      shown_status(kind, status, amount_satang, refunded_satang), created_at desc, id desc)`);
  // Gathers what is known of the status, which an expression has only then.
  await knex.raw('analyze orders');
  await knex.raw('drop index concurrently if exists orders_newest');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

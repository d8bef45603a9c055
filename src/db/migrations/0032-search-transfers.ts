import type { Knex } from 'knex';

/** An index is built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/** Search by the bank's transaction id. Can run again after an interruption. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists callbacks_transaction');
  await knex.raw(`
    create index concurrently callbacks_transaction on callbacks (transaction_id)
      where transaction_id is not null and order_id is not null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

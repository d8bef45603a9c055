import type { Knex } from 'knex';

/** The index is built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * One index of transitions instead of two: they are read by order, in their sequence. Can run again
 * after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists status_changes_by_order');
  await knex.raw(`
    create unique index concurrently status_changes_by_order on status_changes (order_id, id)`);
  await knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '1s'`);
    await trx.raw(`
      alter table status_changes drop constraint if exists status_changes_pkey,
        add constraint status_changes_pkey primary key using index status_changes_by_order`);
  });
  await knex.raw('drop index concurrently if exists status_changes_order');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

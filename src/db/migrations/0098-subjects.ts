import type { Knex } from 'knex';

/** The indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/** Finds what an erasure reads: evidence without an order by its callback, approvals by subject. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists movements_callback');
  await knex.raw(`
    create index concurrently movements_callback on movements (callback_id, id)
      where order_id is null`);
  await knex.raw('drop index concurrently if exists approvals_subject');
  await knex.raw('create index concurrently approvals_subject on approvals (subject)');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

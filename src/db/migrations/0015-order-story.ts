import type { Knex } from 'knex';

/** The index is built without blocking writes, which is impossible in a transaction. */
export const config = { transaction: false };

/**
 * For the timeline of an order. A callback is in one of two indexes: `callbacks_telling` while
 * pending and after a booking, otherwise this one, so a payment's callback writes no more
 * entries. Can run again after an interruption, which leaves an invalid index.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists callbacks_told');
  await knex.raw(`
    create index concurrently callbacks_told on callbacks (order_id)
      where applied_at is not null and booked_satang is null`);
  await knex.raw('drop index concurrently if exists exceptions_order');
  await knex.raw(`
    create index concurrently exceptions_order on exceptions (order_id)
      where order_id is not null`);
  await knex.raw('drop index concurrently if exists audit_log_subject');
  await knex.raw(`
    create index concurrently audit_log_subject on audit_log (scope, subject)`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** An index is built beside those who write, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Finds what happened to one order. A callback is in one of two indexes: `callbacks_telling` while
 * it waits and when it was booked, and else in this one, so that a payment's writes no more than
 * before. Can be run again where it was cut short, which leaves an index that is not valid.
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

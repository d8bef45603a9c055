import type { Knex } from 'knex';

/** An index is built without a lock on its table, outside of a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists callbacks_cost');
  // Of constant columns (decision 39).
  await knex.raw(`create index concurrently callbacks_cost on callbacks (received_at)
    where cost_satang is not null`);
}

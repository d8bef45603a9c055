import type { Knex } from 'knex';

/** An index is built without a lock on its table, outside of a transaction. */
export const config = { transaction: false };

const indexes: Readonly<Record<string, string>> = {
  /** What is pending of an order, also for its timeline. */
  transfers_pending: `index concurrently transfers_pending on transfers (order_id)
    where kind in ('defer', 'recall', 'defer_again')`,
  /** A day matures once. */
  transfers_mature_once: `unique index concurrently transfers_mature_once
    on transfers (merchant_id, pending_day, pending_days) where kind = 'mature'`,
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create ${definition}`);
  }
  await knex.raw('alter table balances validate constraint balances_pending');
}

import type { Knex } from 'knex';

/** An index is built without a lock on its table, outside of a transaction. */
export const config = { transaction: false };

const charged = `'fee', 'fee_vat', 'fee_return', 'fee_vat_return',
  'fee_due', 'fee_vat_due', 'fee_due_return', 'fee_vat_due_return'`;

const indexes: Readonly<Record<string, string>> = {
  /** The fees of a month, for its VAT. */
  transfers_fees: `on transfers (created_at) where kind in (${charged})`,
  /** The fees of an order, for its timeline. */
  transfers_order_fees: `on transfers (order_id)
    where kind in ('hold_fee', 'release_fee', ${charged})`,
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} ${definition}`);
  }
}

import type { Knex } from 'knex';

/** An index is built without a lock on its table, outside of a transaction. */
export const config = { transaction: false };

/** The fees of a month, for its VAT. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists transfers_fees');
  await knex.raw(`create index concurrently transfers_fees on transfers (created_at)
    where kind in ('fee', 'fee_vat', 'fee_return', 'fee_vat_return',
                   'fee_due', 'fee_vat_due', 'fee_due_return', 'fee_vat_due_return')`);
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of an order whose price keeps the fee of what is taken back: charged back, and undone.
    alter table orders add column fee_taken_satang bigint;
    alter table orders add column fee_undone_satang bigint;
  `);
}

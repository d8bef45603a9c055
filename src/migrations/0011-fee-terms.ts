import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of a payment whose price returns its fee: what its refunds have paid out.
    alter table orders add column fee_refunded_satang bigint;
    -- Charge-backs that cost the merchant a fee.
    alter table orders add column fee_disputes smallint;
  `);
}

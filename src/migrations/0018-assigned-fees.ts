import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The fee of money that an operator assigns to a merchant without an order, as orders have it.
    -- Negative in the correction. Null: no price applied.
    alter table resolutions add column price_id text;
    alter table resolutions add column fee_satang bigint;
    alter table resolutions add column fee_vat_satang bigint;
    alter table resolutions add column fee_vat_rate integer;
  `);
}

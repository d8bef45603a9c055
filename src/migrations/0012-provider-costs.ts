import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the provider keeps for the movement that a callback reports, with VAT, as it says.
    alter table callbacks add column cost_satang bigint;
  `);
}

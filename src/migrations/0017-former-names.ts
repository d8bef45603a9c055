import type { Knex } from 'knex';

/** A receipt names its shop as at the payment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table former_names (
      merchant_id text not null references merchants,
      name text not null,
      -- Of the change to the next name.
      until timestamptz not null,
      primary key (merchant_id, until)
    );
  `);
}

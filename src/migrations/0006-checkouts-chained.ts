import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The first of the payments under one link, also of itself; null: there is no other one.
    alter table orders add column chain_id text;
  `);
}

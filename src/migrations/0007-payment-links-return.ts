import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where the checkouts of its payments lead back to.
    alter table payment_links add column return_url text;
  `);
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The operator who works on the case; null for nobody. Decides nothing.
    alter table exceptions add column owner_id text;
  `);
}

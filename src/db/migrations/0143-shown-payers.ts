import type { Knex } from 'knex';

/** The payer that evidence names, with the account masked: what merchants see of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table callbacks add column payer json');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether the account that paid a deposit is the expected one. Null: not paid, too little is
    -- known of the payer, or paid before this migration; accounts are encrypted here.
    alter table callbacks add column payer_matches boolean;
    alter table orders add column payer_matches boolean;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

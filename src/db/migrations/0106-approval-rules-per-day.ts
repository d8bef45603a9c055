import type { Knex } from 'knex';

/** A rule about the sum of payouts, so that a payout cannot be split into unapproved ones. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_rules
      -- Payouts without an approval within 24 hours, at most; null: not limited.
      add column day_satang bigint`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

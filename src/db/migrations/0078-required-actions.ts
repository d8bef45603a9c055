import type { Knex } from 'knex';

/** Charges that their payer must authenticate, as by 3-D Secure. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_requests
      -- Where the payer does it, while the order is open.
      add column next_action_sealed text,
      -- Events payment.requires_action that have been written.
      add column required_actions integer not null default 0
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** Evidence that a bank returned money to its payer. The rows fit: the constraint only widens. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table callbacks
      drop constraint callbacks_heard_check,
      add constraint callbacks_heard_check
        check (heard in ('succeeded', 'failed', 'reversed')) not valid
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/**
 * The provider's id of a return, which distinguishes two returns of one movement, and events that
 * no connector interprets. The rows fit: the constraint only widens.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table callbacks
      add column return_id text,
      drop constraint callbacks_heard_check,
      add constraint callbacks_heard_check
        check (heard in ('succeeded', 'failed', 'reversed', 'other')) not valid
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

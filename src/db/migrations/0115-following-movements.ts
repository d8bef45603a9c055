import type { Knex } from 'knex';

/** The index is built without blocking writes. Steps can run again. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '1s'`);
    await trx.raw(`
      alter table movements
        -- The movement whose money an operator reported to have moved back, or once more, by this.
        add column if not exists follows text`);
  });
  await knex.raw(`
    create index concurrently if not exists movements_follows on movements (follows)
      where follows is not null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

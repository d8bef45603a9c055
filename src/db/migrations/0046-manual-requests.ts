import type { Knex } from 'knex';

/** The index is built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Requests that an operator carries out instead of the provider. The constraint keeps every
 * process, also of the previous version, from submitting them. Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_requests
      add column if not exists is_manual boolean not null default false,
      drop constraint if exists provider_requests_not_submitted,
      add constraint provider_requests_not_submitted
        check (not is_manual or claimed_at is null) not valid`);
  await knex.raw(
    'alter table provider_requests validate constraint provider_requests_not_submitted',
  );
  await knex.raw('drop index concurrently if exists provider_requests_manual');
  await knex.raw(`
    create index concurrently provider_requests_manual on provider_requests (order_id)
      where is_manual and not is_over`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

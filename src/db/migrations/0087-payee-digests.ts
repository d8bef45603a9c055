import type { Knex } from 'knex';

/** The index is built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/** Keyed digests of payees, to find whether a merchant has paid an account before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table provider_requests add column if not exists payee_digest text');
  await knex.raw('drop index concurrently if exists provider_requests_payee');
  await knex.raw(`
    create index concurrently provider_requests_payee on provider_requests (payee_digest)
      where payee_digest is not null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

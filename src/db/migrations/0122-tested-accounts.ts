import type { Knex } from 'knex';

/**
 * The last test of an account's connection with its present settings; null before one. Calls that
 * the provider answers by refusing the credentials count as a test.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_accounts
      add column tested_at timestamptz,
      add column test_result text,
      add constraint provider_accounts_test_result_check
        check (test_result in ('ok', 'rejected', 'unreachable')) not valid
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

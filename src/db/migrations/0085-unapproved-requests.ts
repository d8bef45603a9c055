import type { Knex } from 'knex';

/** Constraints are validated without blocking writes. */
export const config = { transaction: false };

/**
 * Keeps every process, also of the previous version, from submitting a request that awaits an
 * approval, and validates the constraints of the migration before. Can run again after an
 * interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_requests
      drop constraint if exists provider_requests_approved,
      add constraint provider_requests_approved
        check (not awaits_approval or claimed_at is null) not valid`);
  await knex.raw('alter table provider_requests validate constraint provider_requests_approved');
  for (const table of ['memberships', 'invitations', 'operators', 'operator_links']) {
    await knex.raw(`alter table ${table} validate constraint ${table}_role_check`);
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

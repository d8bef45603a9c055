import type { Knex } from 'knex';

/** The calls to provider accounts in the last minutes, shared by all processes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_account_health (
      account_id text primary key references provider_accounts,
      health text not null check (health in ('up', 'degraded', 'down')),
      -- Counts of calls and failures by intervals.
      buckets jsonb not null,
      -- The last change of the health.
      since timestamptz not null default now(),
      probed_at timestamptz
    )`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

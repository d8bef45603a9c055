import type { Knex } from 'knex';

/**
 * Requests to providers with their responses, and hints from them, for 30 days. Diagnosis only:
 * nothing is decided by them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_exchanges (
      -- Sorts by time.
      id text primary key,
      order_id text not null,
      account_id text not null,
      at timestamptz not null,
      -- out: a request of the gateway; in: a callback.
      direction text not null check (direction in ('out', 'in')),
      method text not null,
      -- The status of the response; null without a complete one.
      status smallint,
      -- Why there is no complete response.
      reason text,
      duration_ms integer not null,
      -- Path and bodies, without the secrets of the account.
      exchange_sealed text not null
    );
    create index provider_exchanges_order on provider_exchanges (order_id, id);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

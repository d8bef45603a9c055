import type { Knex } from 'knex';

/**
 * Provider accounts with sealed settings. The account `default` keeps its connector and settings in
 * the environment; its row has the status and the priority. Rows are never deleted, because orders
 * belong to their account for ever.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_accounts (
      id text primary key,
      -- Null: an account of the platform.
      merchant_id text references merchants,
      connector text,
      mode text check (mode in ('test', 'live')),
      label text not null,
      settings_sealed text,
      -- SHA-256 of the token in the callback URL. The sealed copy is for the URL, which is shown.
      callback_token_hash bytea unique,
      callback_token_sealed text,
      -- The token before the last rotation, accepted until an operator removes it.
      previous_callback_token_hash bytea unique,
      status text not null default 'on' check (status in ('on', 'paused', 'off')),
      -- The smallest is preferred.
      priority integer not null default 100,
      -- Incremented with each change of the row.
      version integer not null default 1,
      created_at timestamptz not null default now(),
      check (id = 'default' or (connector is not null and mode is not null
        and settings_sealed is not null and callback_token_hash is not null
        and callback_token_sealed is not null))
    );
    create index provider_accounts_merchant on provider_accounts (merchant_id);

    insert into provider_accounts (id, label) values ('default', 'default');
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

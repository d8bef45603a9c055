import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Keys that seal values, wrapped with a master key outside the database.
    create table data_keys (
      -- The prefix of the values that it seals. The period occurs in no id of ENCRYPTION_KEYS.
      id text primary key check (id ~ '^d\\.[1-9][0-9]*$'),
      key_wrapped text not null,
      created_at timestamptz not null default now(),
      -- Before this time a running process may not know the key.
      seals_from timestamptz not null
    );
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

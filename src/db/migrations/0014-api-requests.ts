import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Recent API requests of merchants, for debugging: no body, no query, no credential. Rows
    -- are written after the response, in batches, and have no foreign keys, so that no request
    -- waits for them or for their locks.
    create table api_requests (
      merchant_id text collate "C" not null,
      -- The X-Request-Id of the response; sorts by time.
      id text collate "C" not null,
      at timestamptz(3) not null,
      key_id text not null,
      operation text not null,
      method text not null,
      path text not null,
      status smallint not null,
      code text,
      param text,
      duration_ms real not null,
      address text not null,
      primary key (merchant_id, id)
    );

    -- Rows written since a merchant's oldest rows were last deleted: merchants with few need no
    -- check.
    create table api_request_counts (
      merchant_id text collate "C" primary key,
      untrimmed bigint not null
    );
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

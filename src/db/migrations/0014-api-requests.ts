import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What merchants asked of the API of late, for those who look for a fault of their own: no
    -- body, no query, no credential. It is written after the answer, in batches, and refers to
    -- nothing, so that no request waits for it or for what it would lock.
    create table api_requests (
      merchant_id text collate "C" not null,
      -- As the answer's X-Request-Id has it; sorts by time.
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

    -- How many were written since a merchant's oldest were last removed: who has written few needs
    -- not be looked at.
    create table api_request_counts (
      merchant_id text collate "C" primary key,
      untrimmed bigint not null
    );
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

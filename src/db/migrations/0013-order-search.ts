import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which is impossible in a transaction. */
export const config = { transaction: false };

/** Search by amount and by metadata. Can run again after an interruption. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A hash of a merchant's metadata word. MD5, because it is stable across releases of
    -- Postgres; the query filters out collisions.
    create or replace function metadata_term(merchant_id text, key text, value text)
      returns bigint language sql immutable parallel safe
      return ('x' || left(md5(merchant_id || chr(31) || key || chr(31) || value), 16))::bit(64)
               ::bigint`);
  await knex.raw(`
    -- Scalar values of the first 50 keys, to bound the cost of a creation.
    create or replace function metadata_terms(merchant_id text, metadata json)
      returns bigint[] language sql immutable parallel safe
      return (select array_agg(metadata_term(merchant_id, key, value #>> '{}'))
              from (select key, value from json_each(metadata) limit 50) as pair
              where json_typeof(value) in ('string', 'number', 'boolean'))`);
  await knex.raw('drop index concurrently if exists orders_metadata');
  await knex.raw(`
    create index concurrently orders_metadata on orders
      using gin (metadata_terms(merchant_id, metadata))
      where metadata is not null`);
  await knex.raw('drop index concurrently if exists orders_amount');
  await knex.raw(`
    create index concurrently orders_amount
      on orders (merchant_id, kind, amount_satang)`);
  // Collects word frequencies, so that the planner avoids the index for common words.
  await knex.raw('analyze orders');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** Indexes are built beside those who write, which cannot be done in a transaction. */
export const config = { transaction: false };

/** Orders are found by amount and by metadata. Can be run again where it was cut short. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A word of metadata, of one merchant, as a number. MD5, for it is the same in every release of
    -- Postgres; two words that share a number are told apart by whoever asks.
    create or replace function metadata_term(merchant_id text, key text, value text)
      returns bigint language sql immutable parallel safe
      return ('x' || left(md5(merchant_id || chr(31) || key || chr(31) || value), 16))::bit(64)
               ::bigint`);
  await knex.raw(`
    -- The plain values among the first 50 keys: what is written with an order must stay small.
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
  // Gathers how common each word is, so that a common one is not looked up by the index.
  await knex.raw('analyze orders');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * Comparison of texts and payers as people compare them, and search by it: references, metadata,
 * and the customers of deposits and withdrawals. Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- As comparedText of domain/thai-text.ts: without format characters, with one spelling of the
    -- vowels that several sequences of code points show. Most texts are ASCII and left as they are.
    -- Knex removes question marks.
    create or replace function compared_text(written text)
      returns text language sql immutable parallel safe strict
      return case when octet_length(written) = char_length(written) then written else
        replace(
          regexp_replace(
            regexp_replace(
              regexp_replace(normalize(written),
                '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f'
                  '\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]', '', 'g'),
              '\u0e4d([\u0e48-\u0e4b]|)\u0e32', '\1' || chr(x'0e33'::int), 'g'),
            '\u0e33([\u0e48-\u0e4b])', '\1' || chr(x'0e33'::int), 'g'),
          repeat(chr(x'0e40'::int), 2), chr(x'0e41'::int)) end`);
  await knex.raw(`
    -- As payersDiffer of domain/payer-match.ts.
    create or replace function payers_differ(one text, other text)
      returns boolean language sql immutable parallel safe
      return (
        select coalesce(
          split_part(one, ':', 1) = split_part(other, ':', 1)
          and (coalesce(a[1] <> b[1], false)
            or coalesce(case when a[2] = b[2] then a[3] <> b[3] end, a[4] <> b[4], a[5] <> b[5],
                        coalesce(a[6] <> b[6], false) or coalesce(a[7] <> b[7], false)
                        or coalesce(a[8] <> b[8], false) or coalesce(a[9] <> b[9], false))), false)
        from (select string_to_array(split_part(one, ':', 2), '.', '') as a,
                     string_to_array(split_part(other, ':', 2), '.', '') as b) as parts)`);
  await knex.raw('drop index concurrently if exists orders_reference_form');
  await knex.raw(`
    create index concurrently orders_reference_form
      on orders (merchant_id, (lower(compared_text(reference)) collate "C"))
      where reference is not null`);
  await knex.raw(`
    create or replace function metadata_term(merchant_id text, key text, value text)
      returns bigint language sql immutable parallel safe
      return ('x' || left(md5(
        merchant_id || chr(31) || key || chr(31) || compared_text(value)), 16))::bit(64)::bigint`);
  await knex.raw('reindex index concurrently orders_metadata');
  await knex.raw('drop index concurrently if exists deposits_customer');
  await knex.raw(`
    create index concurrently deposits_customer
      on deposits (lower(compared_text(user_name)) collate "C")`);
  await knex.raw('drop index concurrently if exists withdrawals_customer');
  await knex.raw(`
    create index concurrently withdrawals_customer
      on withdrawals (lower(compared_text(username)) collate "C")`);
  // Collects statistics of the expressions.
  await knex.raw('analyze orders, deposits, withdrawals');
  await knex.raw('drop index concurrently if exists orders_reference_prefix');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table checkouts (
      -- No foreign key: written by the statement that inserts the order. Rows exist only for orders
      -- with something that their own tables lack.
      order_id text primary key,
      -- The secret of the page of a token payment, 130 random bits. QR codes and deposits have one.
      page_token text unique,
      -- What is paid for, shown to the payer.
      description text,
      -- Where the page leads back to.
      return_url_sealed text,
      -- The expired payment that this one replaces under the same link, and its place in the row of
      -- these payments, from 2.
      previous_id text unique,
      place smallint check (place between 2 and 5),
      constraint checkouts_place check ((previous_id is null) = (place is null))
    );
  `);
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_links (
      id text primary key,
      merchant_id text not null references merchants,
      -- In the address of the page; unguessable.
      token text not null unique,
      title text not null,
      description text,
      -- Null: the payer chooses an amount within the bounds.
      amount_satang bigint,
      min_satang bigint,
      max_satang bigint,
      metadata json,
      -- Payments that the link takes; null: not limited.
      payments_max integer check (payments_max > 0),
      -- Succeeded payments. Only increases.
      paid integer not null default 0,
      starts_at timestamptz,
      ends_at timestamptz,
      -- Final.
      stopped_at timestamptz,
      created_at timestamptz not null,
      check (amount_satang > 0 and min_satang is null and max_satang is null
        or amount_satang is null and min_satang > 0 and max_satang >= min_satang)
    );
    create index payment_links_created on payment_links (merchant_id, created_at desc, id desc);

    alter table orders add column payment_link_id text;
  `);
}

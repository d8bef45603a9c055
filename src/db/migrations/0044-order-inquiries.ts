import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of a payment or deposit that is inquired about: the start of the last inquiry with an
    -- answer, at first its creation. The order expires only after an inquiry that started at its
    -- deadline or later. Null: the provider reports money by callbacks only.
    alter table orders add column inquired_at timestamptz;

    -- The progress of inquiries about the money of an order.
    create table order_inquiries (
      -- No foreign key: written by the statement that inserts the order.
      order_id text primary key,
      -- Time of the next inquiry; null when none is planned.
      next_at timestamptz,
      -- Start and number of the calls.
      called_at timestamptz,
      calls integer not null default 0,
      -- Attempts without an answer since the last answer.
      unanswered integer not null default 0,
      -- Time of the last hint. One that is older than the last call has had its inquiry.
      hinted_at timestamptz
    ) with (fillfactor = 70);
    create index order_inquiries_due on order_inquiries (next_at) where next_at is not null;

    -- The rate limit of inquiries per provider account: no call before this time.
    create table inquiry_limits (
      account_id text primary key,
      busy_until timestamptz not null
    ) with (fillfactor = 50);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

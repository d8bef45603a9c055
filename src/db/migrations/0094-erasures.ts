import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Erasures of customers' data, by order or by callback without an order.
    create table erasures (
      subject text primary key,
      cause text not null check (cause in ('retention', 'request')),
      asked_at timestamptz not null default now(),
      -- Null: the order is open, or has an open exception.
      erased_at timestamptz
    );
    create index erasures_waiting on erasures (asked_at) where erased_at is null;
    -- Up to where orders were erased at the end of their retention, by prefix of their ids.
    create table erasure_cursors (
      family text primary key,
      until_id text not null
    );
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

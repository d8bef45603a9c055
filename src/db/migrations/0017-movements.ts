import type { Knex } from 'knex';

/** Every statement holds its lock briefly: no rows are read or rewritten. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Money that a bank moved, once for each transfer, whatever number of callbacks report it.
    create table movements (
      id text primary key,
      -- The account at the provider.
      account text not null default 'default',
      direction text not null check (direction in ('in', 'out')),
      -- The bank's id. Null while no evidence has named it.
      transaction_id text check (transaction_id <> ''),
      amount_satang bigint not null check (amount_satang > 0),
      currency text not null default 'THB' check (currency = 'THB'),
      -- When the bank moved it. Null when no evidence said so.
      moved_at timestamptz,
      -- Keyed digest of the payer's account: '<key id>:<digest>'.
      payer_digest text,
      -- Both null while the order is unknown.
      order_id text,
      merchant_id text,
      -- The provider's reference of an unknown order.
      named_order text,
      source text not null check (source in ('callback', 'inquiry', 'operator')),
      -- The callback that reported it first.
      callback_id text,
      -- An operator decided that it did not take place.
      dismissed_at timestamptz,
      created_at timestamptz not null default now(),
      check (order_id is not null or merchant_id is not null or named_order is not null)
    ) with (fillfactor = 90);
    create unique index movements_transaction on movements (account, direction, transaction_id)
      where transaction_id is not null;
    create index movements_order on movements (order_id) where order_id is not null;
    create unique index movements_unknown on movements
      (account, direction, named_order, amount_satang, coalesce(payer_digest, ''),
       coalesce(moved_at, '-infinity'))
      where order_id is null and transaction_id is null and named_order is not null;
    create index movements_named on movements (named_order)
      where order_id is null and named_order is not null;
    create index movements_time on movements using brin (coalesce(moved_at, created_at));

    alter table callbacks add column movement_id text, add column payer_digest text;
    alter table exceptions add column movement_id text;
    -- Money of an unknown order belongs to no merchant until an operator assigns it.
    alter table transfers alter column merchant_id drop not null,
      add column movement_id text, add column resolution_id text;

    -- What operators decided about exceptions: one row for each resolution and each correction.
    create table resolutions (
      id text primary key,
      exception_id text not null references exceptions,
      order_id text,
      -- The resolution that this one reverses.
      corrects text unique references resolutions,
      -- [{"as": "accept", "amountSatang": 100}, ...]
      parts json not null,
      reason text not null,
      decided_by text not null,
      -- Its changes to the order and to a refund's payment.
      credited_satang bigint not null default 0,
      reversed_satang bigint not null default 0,
      refunding_satang bigint not null default 0,
      -- Whether it emitted an event.
      is_adjustment boolean not null default false,
      at timestamptz not null default now()
    );
    create index resolutions_exception on resolutions (exception_id);
    create index resolutions_order on resolutions (order_id) where order_id is not null;

    alter table orders
      -- What was credited to the merchant for money that came in. Null: its amount once it has
      -- succeeded, nothing before.
      add column credited_satang bigint,
      add constraint orders_credited check (credited_satang >= 0) not valid,
      -- How much of the order's outcome resolutions have reversed.
      add column reversed_satang bigint not null default 0,
      add constraint orders_reversed check (reversed_satang >= 0) not valid,
      drop constraint orders_refunds_fit,
      add constraint orders_refunds_fit check (
        0 <= refunded_satang and refunded_satang <= refunding_satang
        and refunding_satang + reversed_satang <= coalesce(credited_satang, amount_satang)
      ) not valid;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

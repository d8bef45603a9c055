import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into allowed_moves values
      ('refund', 'send', 'pending', 'processing'),
      ('refund', 'complete', 'pending', 'succeeded'),
      ('refund', 'complete', 'processing', 'succeeded'),
      ('refund', 'fail', 'pending', 'failed'),
      ('refund', 'fail', 'processing', 'failed');

    alter table orders
      -- Payment method. Null: QR code, the only one before this migration.
      add column method text check (method in ('qr', 'token')),
      -- Of a payment: sum of refunds that have not failed; sum of succeeded refunds.
      add column refunding_satang bigint not null default 0,
      add column refunded_satang bigint not null default 0,
      add constraint orders_refunds_fit check (
        0 <= refunded_satang and refunded_satang <= refunding_satang
        and refunding_satang <= amount_satang);

    create table refunds (
      order_id text primary key,
      payment_id text not null references orders,
      reason text,
      -- All three null: the refund goes to the charged token.
      bank_name text,
      bank_code text,
      account_mask text
    );
    create index refunds_payment on refunds (payment_id);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into allowed_moves values
      ('deposit', 'pay', 'pending', 'succeeded'),
      ('deposit', 'pay', 'failed', 'succeeded'),
      ('deposit', 'pay', 'expired', 'succeeded'),
      ('deposit', 'fail', 'pending', 'failed'),
      ('deposit', 'expire', 'pending', 'expired'),
      ('withdrawal', 'send', 'pending', 'processing'),
      ('withdrawal', 'complete', 'pending', 'succeeded'),
      ('withdrawal', 'complete', 'processing', 'succeeded'),
      ('withdrawal', 'fail', 'pending', 'failed'),
      ('withdrawal', 'fail', 'processing', 'failed');

    -- A payout has no deadline; the banks know it by the order's id.
    alter table orders alter column expires_at drop not null;
    alter table orders alter column ref drop not null;

    create table deposits (
      -- No foreign key: written by the statement that inserts the order.
      order_id text primary key,
      -- The secret of the hosted page: 130 random bits.
      page_token text not null unique,
      payload text not null,
      user_name text not null,
      bank_name text not null,
      bank_code text,
      account_mask text not null,
      -- First name, last name and account number, sealed.
      customer_sealed text not null
    );

    create table withdrawals (
      order_id text primary key,
      username text not null,
      bank_name text not null,
      bank_code text,
      account_mask text not null
    );

    -- The submission of an order to the provider, and its progress.
    create table provider_requests (
      order_id text primary key,
      -- The payee or token with names and account numbers, sealed.
      subject_sealed text not null,
      -- Time of the last claim, set before the call. Null: not submitted, or known not to have
      -- reached the provider.
      claimed_at timestamptz,
      -- Number of submissions, all under the same reference; number of denials of the reference by
      -- the provider.
      sends integer not null default 0,
      denials integer not null default 0,
      -- Number of inquiries; number of unreachable calls since the last response.
      inquiries integer not null default 0,
      unreached integer not null default 0,
      -- Time of the next action without a callback. Null: at once, or none.
      next_look_at timestamptz,
      -- Set when the order has ended.
      is_over boolean not null default false,
      created_at timestamptz not null default now()
    ) with (fillfactor = 70);
    create index provider_requests_due on provider_requests (coalesce(next_look_at, created_at))
      where not is_over;

    create table slips (
      id text primary key,
      order_id text not null references orders,
      merchant_id text not null,
      -- The sender's reference of the order, and whether it matches.
      ref text not null,
      ref_matches boolean not null,
      sha256 bytea not null,
      media_type text not null,
      declared_type text,
      size_bytes integer not null,
      status text not null default 'received' check (status in
        ('received', 'parsed', 'qr_not_found', 'qr_invalid', 'unreadable', 'wrong_qr')),
      sending_bank text,
      trans_ref text,
      -- The bank's verification of the transfer; null if none was made.
      verification text check (verification in ('verified', 'mismatch', 'pending')),
      -- The first slip of another order with the same image or transfer.
      duplicate_of text references slips,
      received_at timestamptz not null default now(),
      read_at timestamptz,
      check ((status = 'received') = (read_at is null)),
      check ((sending_bank is null) = (trans_ref is null)),
      unique (order_id, sha256)
    );
    create index slips_picture on slips (sha256);
    create index slips_transfer on slips (sending_bank, trans_ref) where trans_ref is not null;
    create index slips_unread on slips (received_at) where status = 'received';

    create table slip_images (
      slip_id text primary key references slips,
      stored_at timestamptz not null default now(),
      -- Sealed: the image shows names and accounts.
      image_sealed bytea not null
    );
    alter table slip_images alter column image_sealed set storage external;
    create index slip_images_age on slip_images (stored_at);

    alter table callbacks add column failure_code text, add column failure_message text;

    alter table exceptions add column resolution text, add column resolved_by text,
      add column reason text,
      add constraint exceptions_resolved_fully check (
        (resolved_at is null) = (resolution is null)
        and (resolved_at is null) = (resolved_by is null)
        and (resolved_at is null) = (reason is null));
    create unique index exceptions_unknown_outcome on exceptions (order_id)
      where kind = 'unknown_outcome' and resolved_at is null;

    alter table transfers
      drop constraint transfers_debit_check, drop constraint transfers_credit_check,
      add column exception_id text references exceptions,
      add constraint transfers_debit_check check (debit in
        ('available', 'held', 'provider_clearing', 'suspense', 'written_off')),
      add constraint transfers_credit_check check (credit in
        ('available', 'held', 'provider_clearing', 'suspense', 'written_off'));
    create unique index transfers_hold_once on transfers (order_id) where kind = 'hold';
    -- A hold is posted or released once.
    create unique index transfers_release_once on transfers (order_id)
      where kind in ('post', 'void');
    create unique index transfers_resolve_once on transfers (exception_id)
      where exception_id is not null;

    alter table dispatches drop constraint dispatches_topic_check,
      add constraint dispatches_topic_check
        check (topic in ('start', 'callback', 'slip', 'deliver'));
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

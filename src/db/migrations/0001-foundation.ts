import type { Knex } from 'knex';

/** Migrations are frozen: they import none of our modules, so that their effect never changes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table merchants (
      id text primary key,
      name text not null,
      status text not null default 'active' check (status in ('active', 'disabled')),
      created_at timestamptz not null default now()
    );

    create table api_keys (
      id text primary key,
      merchant_id text not null references merchants,
      name text not null,
      hash bytea not null unique,
      hint text not null,
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create index api_keys_merchant on api_keys (merchant_id);

    -- Allowed transitions. Seeded from the state tables in the code; a test
    -- compares both. The foreign key of status_changes rejects all others.
    create table allowed_moves (
      kind text not null,
      move text not null,
      from_status text not null,
      to_status text not null,
      primary key (kind, move, from_status, to_status)
    );
    insert into allowed_moves values
      ('payment', 'pay', 'pending', 'succeeded'),
      ('payment', 'pay', 'failed', 'succeeded'),
      ('payment', 'pay', 'expired', 'succeeded'),
      ('payment', 'fail', 'pending', 'failed'),
      ('payment', 'expire', 'pending', 'expired');

    create table orders (
      id text primary key,
      kind text not null,
      -- No foreign key to merchants on hot tables: each insert would lock the merchant's row.
      -- Merchants are never deleted, and the id comes from the key that was authenticated.
      merchant_id text not null,
      status text not null,
      amount_satang bigint not null check (amount_satang > 0),
      received_satang bigint not null default 0 check (received_satang >= 0),
      -- The reference that a payment carries through the banks; unique across all kinds.
      ref text not null unique,
      reference text,
      metadata json,
      late boolean not null default false,
      failure_code text,
      failure_message text,
      -- Sequence number of the order's last event.
      sequence integer not null default 1,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      completed_at timestamptz
    ) with (fillfactor = 85);
    create index orders_newest on orders (merchant_id, kind, created_at desc, id desc);
    create index orders_awaited on orders (expires_at) where status = 'pending';
    create index orders_reference on orders (merchant_id, reference) where reference is not null;

    create table qr_codes (
      id text primary key,
      -- No foreign key: written by the statement that inserts the order.
      order_id text not null unique,
      payload text not null,
      -- Name, bank and account of the customer, sealed.
      client_sealed text
    );

    create table status_changes (
      id bigint generated always as identity primary key,
      order_id text not null references orders,
      kind text not null,
      move text not null,
      from_status text not null,
      to_status text not null,
      cause text not null,
      at timestamptz not null default now(),
      foreign key (kind, move, from_status, to_status) references allowed_moves
    );
    create index status_changes_order on status_changes (order_id);

    create table callbacks (
      id text primary key,
      route text not null,
      -- Null while the order is unknown.
      order_id text references orders,
      named_order text not null,
      heard text not null check (heard in ('succeeded', 'failed')),
      amount_satang bigint,
      transaction_id text,
      paid_at timestamptz,
      -- The raw body, sealed: it may contain the payer's name and account.
      body_sealed text not null,
      received_at timestamptz not null default now(),
      applied_at timestamptz,
      outcome text,
      booked_satang bigint,
      check ((applied_at is null) = (outcome is null))
    );
    create index callbacks_telling on callbacks (order_id)
      where applied_at is null or booked_satang is not null;
    create index callbacks_unapplied on callbacks (received_at) where applied_at is null;
    create index callbacks_unknown on callbacks (named_order) where order_id is null;

    -- The ledger. A row moves an amount from one account to another, so it is always balanced.
    create table transfers (
      id bigint generated always as identity primary key,
      merchant_id text not null,
      order_id text references orders,
      callback_id text references callbacks,
      kind text not null,
      debit text not null check (debit in ('available', 'held', 'provider_clearing', 'suspense')),
      credit text not null check (credit in ('available', 'held', 'provider_clearing', 'suspense')),
      amount_satang bigint not null check (amount_satang > 0),
      created_at timestamptz not null default now(),
      check (debit <> credit)
    );
    create unique index transfers_settle_once on transfers (order_id) where kind = 'settle';
    create unique index transfers_suspend_once on transfers (callback_id) where kind = 'suspend';
    create index transfers_merchant on transfers (merchant_id, id desc);
    create view postings as
      select id as transfer_id, merchant_id, debit as account, -amount_satang as amount_satang
      from transfers
      union all
      select id, merchant_id, credit, amount_satang from transfers;

    create table balances (
      merchant_id text primary key references merchants,
      available_satang bigint not null default 0 check (available_satang >= 0),
      held_satang bigint not null default 0 check (held_satang >= 0)
    ) with (fillfactor = 50);

    create table exceptions (
      id text primary key,
      kind text not null,
      merchant_id text references merchants,
      order_id text references orders,
      callback_id text references callbacks,
      amount_satang bigint,
      opened_at timestamptz not null default now(),
      resolved_at timestamptz
    );
    create index exceptions_open on exceptions (opened_at) where resolved_at is null;
    create unique index exceptions_callback on exceptions (callback_id, kind);

    create table events (
      id text primary key,
      merchant_id text not null,
      order_id text not null,
      sequence integer not null,
      name text not null,
      -- The exact bytes that are signed and sent on every attempt.
      body text not null,
      created_at timestamptz not null default now(),
      unique (order_id, sequence)
    );

    create table webhooks (
      id text primary key,
      merchant_id text not null references merchants,
      url text not null,
      events text[] not null,
      status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
      secret_sealed text not null,
      disabled_reason text,
      -- Start of the current series of failures; null after a success.
      failing_since timestamptz,
      created_at timestamptz not null default now()
    );
    create index webhooks_active on webhooks (merchant_id) where status = 'active';

    create table deliveries (
      id text primary key,
      event_id text not null references events,
      webhook_id text not null references webhooks,
      order_id text not null references orders,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
      attempts integer not null default 0,
      -- True once an outbox message for its webhookDelivery workflow was written.
      handed_over boolean not null default false,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      unique (event_id, webhook_id)
    ) with (fillfactor = 85);
    create index deliveries_pending on deliveries (order_id) where status = 'pending';
    create index deliveries_webhook on deliveries (webhook_id, created_at desc);

    create table delivery_attempts (
      delivery_id text not null references deliveries,
      number integer not null,
      at timestamptz not null default now(),
      status_code integer,
      duration_ms integer not null,
      error text,
      answer text,
      primary key (delivery_id, number)
    );

    create table idempotency_keys (
      merchant_id text not null,
      operation text not null,
      key text not null,
      fingerprint bytea not null,
      status integer not null,
      body text not null,
      expires_at timestamptz not null default now() + interval '24 hours',
      primary key (merchant_id, operation, key)
    );
    create index idempotency_keys_expiry on idempotency_keys (expires_at);

    -- The outbox: messages for Temporal. A row is deleted after its dispatch.
    create table dispatches (
      id bigint generated always as identity primary key,
      topic text not null check (topic in ('start', 'callback', 'deliver')),
      -- Id of the order or the delivery.
      subject text not null,
      detail json,
      created_at timestamptz not null default now(),
      -- Until then the row is reserved for the process that wrote it.
      free_at timestamptz not null default now() + interval '3 seconds'
    );
    create index dispatches_callbacks on dispatches (free_at) where topic = 'callback';
    create index dispatches_others on dispatches (free_at) where topic <> 'callback';
  `);
}

export async function down(): Promise<void> {
  throw new Error('The first migration is not undone: drop the database instead.');
}

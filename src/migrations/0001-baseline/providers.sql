create table provider_accounts (
  id text primary key,
  -- Null: an account of the platform.
  merchant_id text references merchants,
  connector text,
  mode text check (mode in ('test', 'live')),
  label text not null,
  settings_sealed text,
  -- SHA-256 of the token in the callback URL. The sealed copy is for the URL, which is shown.
  callback_token_hash bytea unique,
  callback_token_sealed text,
  -- The token before the last rotation, accepted until an operator removes it.
  previous_callback_token_hash bytea unique,
  status text not null default 'on'::text check (status in ('on', 'paused', 'off')),
  -- The smallest is preferred.
  priority integer not null default 100,
  -- Incremented with each change of the row.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  tested_at timestamptz,
  test_result text,
  check (id = 'default' or connector is not null and mode is not null
    and settings_sealed is not null and callback_token_hash is not null
    and callback_token_sealed is not null),
  constraint provider_accounts_test_result_check
    check (test_result in ('ok', 'rejected', 'unreachable'))
);
create index provider_accounts_merchant on provider_accounts (merchant_id);
insert into provider_accounts (id, label) values ('default', 'default');

create table provider_account_health (
  account_id text primary key references provider_accounts,
  health text not null check (health in ('up', 'degraded', 'down')),
  -- Counts of calls and failures by intervals.
  buckets jsonb not null,
  -- The last change of the health.
  since timestamptz not null default now(),
  probed_at timestamptz
);

create table routing_rules (
  merchant_id text primary key references merchants,
  rules jsonb not null,
  -- Incremented with each change of the row.
  version integer not null default 1
);

-- The rate limit of inquiries per provider account: no call before this time.
create table inquiry_limits (
  account_id text primary key,
  busy_until timestamptz not null
) with (
  fillfactor = 50
);

create table provider_exchanges (
  -- Sorts by time.
  id text primary key,
  order_id text not null,
  account_id text not null,
  at timestamptz not null,
  -- out: a request of the gateway; in: a callback.
  direction text not null check (direction in ('out', 'in')),
  method text not null,
  -- The status of the response; null without a complete one.
  status smallint,
  -- Why there is no complete response.
  reason text,
  duration_ms integer not null,
  -- Path and bodies, without the secrets of the account.
  exchange_sealed text not null
) partition by range (id);
create index provider_exchanges_order_id_id_idx on ONLY provider_exchanges (order_id, id);
create table provider_exchanges_default partition of provider_exchanges default;

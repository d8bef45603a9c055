export const schema = `
  create table orders (
    id text primary key,
    status text not null default 'pending',
    amount_satang bigint not null,
    reference text,
    metadata json,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    completed_at timestamptz
  ) with (fillfactor = 85);
  create table payouts (
    id text primary key,
    status text not null default 'pending',
    amount_satang bigint not null,
    payee json not null,
    created_at timestamptz not null default now(),
    completed_at timestamptz
  ) with (fillfactor = 85);
  create table balances (
    account text primary key,
    amount_satang bigint not null check (amount_satang >= 0)
  ) with (fillfactor = 50);
  insert into balances values ('available', 10000000000);
  create table ledger (
    id bigint generated always as identity primary key,
    order_id text not null,
    debit text not null,
    credit text not null,
    amount_satang bigint not null
  );
  create table events (id text primary key, order_id text not null, body text not null);
  create table outbox (
    id bigint generated always as identity primary key,
    order_id text not null
  )`;

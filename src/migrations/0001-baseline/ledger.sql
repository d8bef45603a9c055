-- As payersDiffer of orders/deposit/rules/payer-match.ts.
create function payers_differ(one text, other text)
  returns boolean language sql immutable parallel safe
  return (
    select coalesce(
      split_part(one, ':', 1) = split_part(other, ':', 1)
      and (coalesce(a[1] <> b[1], false)
        or coalesce(case when a[2] = b[2] then a[3] <> b[3] end, a[4] <> b[4], a[5] <> b[5],
                    coalesce(a[6] <> b[6], false) or coalesce(a[7] <> b[7], false)
                    or coalesce(a[8] <> b[8], false) or coalesce(a[9] <> b[9], false))), false)
    from (select string_to_array(split_part(one, ':', 2), '.', '') as a,
                 string_to_array(split_part(other, ':', 2), '.', '') as b) as parts);

-- Cases that an operator decides.
create table exceptions (
  id text primary key,
  kind text not null,
  merchant_id text references merchants,
  order_id text references orders,
  callback_id text references callbacks,
  amount_satang bigint,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  resolved_by text,
  reason text,
  named_order text,
  movement_id text,
  constraint exceptions_resolved_fully check ((resolved_at is null) = (resolution is null)
    and (resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (reason is null))
);
create index exceptions_open on exceptions (opened_at) where resolved_at is null;
create unique index exceptions_callback on exceptions (callback_id, kind);
create unique index exceptions_unknown_outcome on exceptions (order_id)
  where kind = 'unknown_outcome' and resolved_at is null;
create unique index exceptions_unknown_order on exceptions (named_order)
  where named_order is not null and resolved_at is null;
create index exceptions_order on exceptions (order_id) where order_id is not null;
create index exceptions_open_of_merchant on exceptions (merchant_id) where resolved_at is null;
create index exceptions_about on exceptions (movement_id) where movement_id is not null;
create unique index exceptions_movement on exceptions (movement_id)
  where kind = 'unknown_order' and movement_id is not null and resolved_at is null;

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

-- Refuses deletions, and updates of columns other than the trigger's arguments, to every role: a
-- wrong statement in a session of the owner changes no booked money. src/platform/postgres/roles.ts grants
-- updates of the same columns.
create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
      return new;
    end if;
    raise exception 'the ledger is only added to: % of %', lower(tg_op), tg_table_name;
  end
$$;

create trigger resolutions_stay before update or delete on resolutions
  for each row execute function refuse_ledger_change('reason', 'decided_by');
create trigger resolutions_are_not_emptied before truncate on resolutions
  for each statement execute function refuse_ledger_change();

-- `migrate` writes the accounts and the kinds of transfers from the code (ledger/rules/ledger.ts).
create table ledger_accounts (
  name text primary key
);
create table transfer_kinds (
  kind text primary key,
  debit text not null references ledger_accounts,
  credit text not null references ledger_accounts,
  check (debit <> credit),
  unique (kind, debit, credit)
);

-- The ledger. A row moves an amount from one account to another, so it is always balanced.
create table transfers (
  id bigint generated always as identity primary key,
  merchant_id text,
  order_id text references orders,
  callback_id text references callbacks,
  kind text not null,
  debit text not null,
  credit text not null,
  amount_satang bigint not null check (amount_satang > 0),
  created_at timestamptz not null default now(),
  exception_id text references exceptions,
  -- Money of an unknown order belongs to no merchant until an operator assigns it.
  movement_id text,
  resolution_id text,
  -- The account at the provider that the money is of. Null for an opening balance.
  provider_account text,
  -- When the money moved, by the evidence; of a correction, when it was made. Sums by day use it.
  effective_at timestamptz not null default now(),
  -- A transfer moves between the accounts of its kind.
  constraint transfers_kind foreign key (kind, debit, credit)
    references transfer_kinds (kind, debit, credit),
  constraint transfers_effective check (effective_at <= created_at)
);
create unique index transfers_receive_once on transfers (order_id) where kind = 'receive';
create unique index transfers_suspend_once on transfers (callback_id) where kind = 'suspend';
create index transfers_merchant on transfers (merchant_id, id desc);
create unique index transfers_hold_once on transfers (order_id) where kind = 'hold';
-- A hold is posted or released once.
create unique index transfers_release_once on transfers (order_id) where kind in ('post', 'void');
create index transfers_movement on transfers (movement_id) where movement_id is not null;
create unique index transfers_resolution on transfers (resolution_id, kind)
  where resolution_id is not null;
create index transfers_exception on transfers (exception_id) where exception_id is not null;
create function refuse_another_movement() returns trigger language plpgsql as $$
  begin
    if old.movement_id is not null then
      raise exception 'a transfer keeps its movement';
    end if;
    return new;
  end
$$;

create trigger transfers_keep_movement before update of movement_id on transfers
  for each row execute function refuse_another_movement();
create trigger transfers_stay before update or delete on transfers
  for each row execute function refuse_ledger_change('movement_id');
create trigger transfers_are_not_emptied before truncate on transfers
  for each statement execute function refuse_ledger_change();

create view postings as
  select id as transfer_id, merchant_id, debit as account, -amount_satang as amount_satang
  from transfers
  union all
  select id, merchant_id, credit, amount_satang from transfers;

-- Money that a bank moved, once for each transfer, whatever number of callbacks report it.
create table movements (
  id text primary key,
  -- The account at the provider.
  account text not null default 'default'::text,
  direction text not null check (direction in ('in', 'out')),
  -- The bank's id. Null while no evidence has named it.
  transaction_id text check (transaction_id <> ''),
  amount_satang bigint not null check (amount_satang > 0),
  currency text not null default 'THB'::text check (currency = 'THB'),
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
  -- The movement whose money an operator reported to have moved back, or once more, by this.
  follows text,
  check (order_id is not null or merchant_id is not null or named_order is not null)
) with (
  fillfactor = 90
);
create unique index movements_transaction on movements (account, direction, transaction_id)
  where transaction_id is not null;
create index movements_order on movements (order_id) where order_id is not null;
create unique index movements_unknown
  on movements (account, direction, named_order, amount_satang,
    coalesce(payer_digest, ''), coalesce(moved_at, '-infinity'::timestamp with time zone)) where
      order_id is null and transaction_id is null and named_order is not null;
create index movements_named on movements (named_order)
  where order_id is null and named_order is not null;
create index movements_time on movements using brin (coalesce(moved_at, created_at));
create index movements_callback on movements (callback_id, id) where order_id is null;
create index movements_follows on movements (follows) where follows is not null;
create function refuse_another_name() returns trigger language plpgsql as $$
  begin
    if old.transaction_id is not null and old.transaction_id is distinct from new.transaction_id
    then
      raise exception 'a movement keeps its transaction id';
    end if;
    return new;
  end
$$;

create trigger movements_keep_name before update of transaction_id on movements
  for each row execute function refuse_another_name();
create trigger movements_stay before update or delete on movements
  for each row execute function refuse_ledger_change(
    'transaction_id', 'order_id', 'merchant_id', 'named_order', 'payer_digest', 'dismissed_at');
create trigger movements_are_not_emptied before truncate on movements
  for each statement execute function refuse_ledger_change();

-- Watermark: transfers up to this id are summed in money_days.
create table money_rollup (
  singleton boolean default true primary key check (singleton),
  rolled_up_id bigint not null default 0
);
insert into money_rollup (singleton, rolled_up_id) values (true, 0);

-- A merchant's receipts and payouts per day in Bangkok.
create table money_days (
  merchant_id text not null,
  day date not null,
  direction text not null check (direction in ('in', 'out')),
  count bigint not null,
  satang bigint not null,
  primary key (merchant_id, day, direction)
);

create table merchants (
  id text primary key,
  name text not null,
  status text not null default 'active'::text check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  -- The last decision of an operator about a merchant; null before the first.
  decided_at timestamptz,
  decision_reason text,
  -- Null: RATE_LIMIT_PER_SECOND.
  requests_per_second integer,
  -- Pending payments and deposits; null: not limited.
  open_orders_max integer
);

create table balances (
  merchant_id text primary key references merchants,
  available_satang bigint not null default 0 check (available_satang >= 0),
  held_satang bigint not null default 0 check (held_satang >= 0),
  -- Limit of payouts per day in satang; null: none.
  day_limit_satang bigint check (day_limit_satang >= 0),
  -- A day in Bangkok, and the sum of its withdrawals and refunds.
  payouts_day date,
  payouts_satang bigint not null default 0,
  -- Until then withdrawals and refunds are rejected; null: never held.
  payouts_held_until timestamptz
) with (
  fillfactor = 50
);

create table api_keys (
  id text primary key,
  merchant_id text not null references merchants,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- Permission of a key; each includes the previous ones.
  permission text not null default 'withdraw'::text
    check (permission in ('read', 'write', 'withdraw')),
  last_used_at timestamptz,
  -- Creator of the key.
  made_by_kind text,
  made_by_id text,
  awaits_approval boolean not null default false,
  -- Null: the set in "permission".
  permissions text[],
  expires_at timestamptz,
  -- When the owners got the mail about it.
  expiry_noticed_at timestamptz,
  -- The key of a rotation that took this one's place.
  replaced_by text,
  -- CIDR blocks in canonical form. Null: the key is accepted from any address.
  addresses text[],
  -- The client address of last_used_at.
  last_used_from text,
  -- JSON of the accounts that the key may pay out to, sealed. Null: any account.
  payees_sealed text,
  -- Null: payouts need no signature.
  signing_secret_sealed text,
  constraint api_keys_maker check ((made_by_kind is null) = (made_by_id is null))
);
create index api_keys_merchant on api_keys (merchant_id);
create function demand_approval() returns trigger language plpgsql as $$
  begin
    if old.awaits_approval and not new.awaits_approval and not exists (
      select from approvals where status = 'approved'
        and subject = to_jsonb(new)->>tg_argv[0] and act = any(tg_argv[1]::text[]))
    then
      raise exception 'nobody has approved %', to_jsonb(new)->>tg_argv[0];
    end if;
    return new;
  end
$$;

create trigger keys_demand_approval before update of awaits_approval on api_keys
  for each row execute function demand_approval('id', '{key}');
create function refuse_revival() returns trigger language plpgsql as $$
  begin
    if old.revoked_at is not null and old.revoked_at is distinct from new.revoked_at then
      raise exception 'a revoked key stays revoked';
    end if;
    return new;
  end
$$;

create trigger keys_stay_revoked before update of revoked_at on api_keys
  for each row execute function refuse_revival();

-- A merchant without a row needs no approvals.
create table approval_rules (
  merchant_id text primary key references merchants,
  -- Withdrawals and refunds of at least this amount; null: none.
  from_satang bigint check (from_satang > 0),
  -- Payouts to an account that the merchant has never paid.
  new_payees boolean not null default false,
  -- API keys that may withdraw.
  withdraw_keys boolean not null default false,
  -- Payouts without an approval within 24 hours, at most; null: not limited.
  day_satang bigint,
  -- The list of accounts, as JSON; null: none.
  payees_sealed text,
  -- Payouts of API keys of at least this amount need two approvals; null: none.
  keys_from_satang bigint,
  -- The sum of payouts of API keys that wait, at most; null: not limited.
  keys_waiting_satang bigint
);

create table approvals (
  id text primary key,
  realm text not null check (realm in ('merchant', 'operator')),
  -- The merchant that it concerns; null: the operators alone.
  merchant_id text references merchants,
  act text not null,
  -- The id of the object, as of the order or the exception.
  subject text not null,
  -- What is shown of the proposal: no secrets.
  detail jsonb not null,
  -- The arguments of the use case; null when the object exists and only waits.
  proposal_sealed text,
  proposer_kind text not null check (proposer_kind in ('user', 'operator', 'command', 'key')),
  proposer_id text not null,
  -- The person who proposed, or who made the proposing key: may not decide. Null: unknown.
  person_id text,
  status text not null default 'pending'::text
    check (status in ('pending', 'approved', 'rejected', 'expired', 'withdrawn', 'failed')),
  -- The code of the problem that prevented the approved act.
  problem text,
  -- In whole milliseconds, as in the cursors of lists.
  created_at timestamptz not null default date_trunc('milliseconds'::text, now()),
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- The id of the person; null: the sweeper.
  decided_by text,
  -- The number of people who have to approve.
  needs smallint not null default 1,
  -- The first of two people.
  first_by text,
  first_at timestamptz,
  constraint approvals_decided check ((status = 'pending') = (decided_at is null)),
  -- The second pair of eyes, also for a faulty process. Of two people one is not the proposer.
  constraint approvals_by_another check (status <> 'approved' or decided_by is not null and
case needs
    when 1 then decided_by is distinct from person_id
    else first_by is not null and first_by <> decided_by
end)
);
create index approvals_of_merchant on approvals (merchant_id, created_at desc, id desc);
create index approvals_of_realm on approvals (realm, created_at desc, id desc);
create unique index approvals_of_order on approvals (subject) where act in ('withdrawal', 'refund');
create unique index approvals_pending_once on approvals (act, subject) where status = 'pending';
create index approvals_pending_of on approvals (realm, merchant_id) where status = 'pending';
create index approvals_pending on approvals (expires_at) where status = 'pending';
create index approvals_subject on approvals (subject);
create function refuse_second_decision() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' and new.status <> 'pending' then
      raise exception 'a proposal begins pending';
    end if;
    if tg_op = 'UPDATE' and old.status <> 'pending' and new.status <> old.status then
      raise exception 'a proposal is decided once';
    end if;
    if tg_op = 'UPDATE' and new.subject <> old.subject
      and new.act in ('withdrawal', 'refund', 'key') then
      raise exception 'a proposal keeps its subject';
    end if;
    return new;
  end
$$;

create trigger approvals_begin before insert on approvals
  for each row execute function refuse_second_decision();
create trigger approvals_are_decided_once before update of status, subject on approvals
  for each row execute function refuse_second_decision();

-- The lower bound of the ids of a time and later.
create function first_id(prefix text, at timestamptz) returns text stable
  return prefix || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      (floor(extract(epoch from at) * 1000)::bigint >> (5 * digit) & 31)::integer + 1, 1), ''
      order by digit desc)
    from generate_series(0, 9) as digit);

-- The inverse of first_id.
create function first_id_time(id text) returns timestamptz stable
  return (
    select to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz',
      substr(right(id, 10), digit, 1)) - 1)::bigint << (5 * (10 - digit))) / 1000)
    from generate_series(1, 10) as digit);

-- A database is a sandbox or live, permanently: test money must not become real. The first start
-- records the mode; an existing database shows it by its keys and opening balances.
create table deployment (
  id boolean default true primary key check (id),
  mode text not null check (mode in ('sandbox', 'live')),
  noted_at timestamptz not null default now()
);

create table partition_rules (
  table_name text primary key,
  -- The prefix of the ids. 10 digits of Crockford's base32 follow: milliseconds since 1970.
  id_prefix text not null,
  -- The length of a partition; the first begins at 1970-01-01 00:00 UTC.
  step_days integer not null check (step_days > 0),
  -- A partition is dropped when its last row is older.
  kept_days integer not null check (kept_days > 0)
);
insert into partition_rules (table_name, id_prefix, step_days, kept_days) values
    ('provider_exchanges', 'pex_', 1, 30);
insert into partition_rules (table_name, id_prefix, step_days, kept_days) values ('api_requests',
    'req_', 1, 7);

-- since and until_at are null of a default partition.
create view partitions as
  select table_name, children.relname::text as partition_name, bound = 'DEFAULT' as is_default,
         case when bound like 'FOR VALUES FROM (MINVALUE)%' then '-infinity'
              else first_id_time((regexp_match(bound, $$FROM \('([^']+)'\)$$))[1])
         end as since,
         first_id_time((regexp_match(bound, $$TO \('([^']+)'\)$$))[1]) as until_at
  from partition_rules
  join pg_inherits on inhparent = to_regclass(format('public.%I', table_name))
  join pg_class as children on children.oid = inhrelid
  cross join pg_get_expr(relpartbound, inhrelid) as bound;

-- Does one step of the rotation of a table: drops one expired partition, creates one that is due
-- within 7 days, or deletes up to 1,000 expired rows that no partition of one step contains.
-- Returns a description; null when nothing is due or another call is in progress. Fails with 55P03
-- when a lock is not granted in time: statements queue behind the wait for it.
create function rotate_partitions(rotated text) returns text language plpgsql security definer set
    search_path to 'pg_catalog', 'pg_temp' set lock_timeout to '500ms' as $$
  declare
    epoch constant timestamptz := '1970-01-01 00:00+00';
    rule public.partition_rules;
    step interval;
    expired_at timestamptz;
    expired_id text;
    since_id text;
    until_id text;
    slot timestamptz;
    name text;
    is_taken boolean;
    removed bigint;
  begin
    select * into rule from public.partition_rules where table_name = rotated;
    if not found then
      raise exception 'table % has no partition rule', rotated using errcode = '42501';
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended('rotate_partitions ' || rotated, 0)) then
      return null;
    end if;
    step := make_interval(hours => 24 * rule.step_days);
    expired_at := date_bin(step, now() - make_interval(hours => 24 * rule.kept_days), epoch);

    select partition_name into name from public.partitions
    where table_name = rotated and until_at <= expired_at order by until_at limit 1;
    if found then
      execute format('drop table public.%I', name);
      return format('dropped %s', name);
    end if;

    for slot in
      select *
      from generate_series(date_bin(step, now(), epoch), now() + interval '168 hours', step)
    loop
      continue when exists (
        select from public.partitions
        where table_name = rotated and since < slot + step and until_at > slot);
      since_id := public.first_id(rule.id_prefix, slot);
      until_id := public.first_id(rule.id_prefix, slot + step);
      -- Rows in the default partition stay there until they expire: moving them would block
      -- inserts for as long as it takes.
      execute format('select exists (select from public.%I where id >= %L and id < %L)',
        rotated || '_default', since_id, until_id) into is_taken;
      continue when is_taken;
      name := format('%s_%s', rotated, to_char(slot at time zone 'UTC', 'YYYYMMDD'));
      -- An insert on its way to the default partition would fail, so inserts wait.
      execute format('lock table public.%I in share row exclusive mode', rotated);
      execute format('create table public.%I (like public.%I including all)', name, rotated);
      execute format(
        'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        rotated, name, since_id, until_id);
      return format('created %s', name);
    end loop;

    expired_id := public.first_id(rule.id_prefix, expired_at);
    for name in
      select partition_name from public.partitions
      where table_name = rotated and (is_default or since < expired_at)
    loop
      execute format('delete from public.%1$I where ctid = any (array(
        select ctid from public.%1$I where id < %2$L limit 1000))', name, expired_id);
      get diagnostics removed = row_count;
      if removed > 0 then
        return format('deleted %s rows of %s', removed, name);
      end if;
    end loop;
    return null;
  end
$$;

revoke execute on function rotate_partitions from public;

-- Results of gateway audit and gateway reconcile, the comparison with the provider's statement.
create table check_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('audit', 'reconciliation')),
  at timestamptz not null default now(),
  -- 0: no difference found.
  differences integer not null,
  -- JSON: what was checked, and the differences.
  detail json not null
);
create index check_runs_newest on check_runs (kind, at desc);

-- Recent attempts per account and network, shared by all processes, to limit guessing.
create table attempt_counts (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null,
  -- Time from which the next attempt is evaluated; null: no delay.
  blocked_until timestamptz
);
create index attempt_counts_end on attempt_counts (ends_at);

-- The outbox: messages for Temporal. A row is deleted after its dispatch.
create table outbox_messages (
  id bigint generated always as identity primary key,
  topic text not null,
  -- Id of the order or the delivery.
  subject text not null,
  detail json,
  created_at timestamptz not null default now(),
  -- Until then the row is reserved for the process that wrote it.
  visible_at timestamptz not null default now() + '00:00:03'::interval,
  trace_parent text,
  -- Existing rows satisfied a stricter constraint and need no validation.
  constraint dispatches_topic_check
    check (topic in ('start', 'callback', 'slip', 'deliver', 'replay', 'mail'))
);
create index outbox_messages_callbacks on outbox_messages (visible_at) where topic = 'callback';
create index outbox_messages_others on outbox_messages (visible_at) where topic <> 'callback';

create table idempotency_keys (
  merchant_id text not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  -- The order that the request created. Its response is rendered from the order.
  order_id text,
  -- The response of a request that created no order.
  status integer,
  body text,
  expires_at timestamptz not null default now() + '24:00:00'::interval,
  primary key (merchant_id, operation, key),
  constraint idempotency_keys_bound_check
    check (num_nonnulls(order_id, body) = 1 and (status is null) = (body is null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Keys that seal values, wrapped with a master key outside the database.
create table data_keys (
  -- The prefix of the values that it seals. The period occurs in no id of ENCRYPTION_KEYS.
  id text primary key check (id ~ '^d\.[1-9][0-9]*$'::text),
  key_wrapped text not null,
  created_at timestamptz not null default now(),
  -- Before this time a running process may not know the key.
  seals_from timestamptz not null
);

-- The HMAC key of the digests of e-mail addresses, sealed. It is never replaced.
create table address_keys (
  id text primary key,
  key_sealed text not null
);

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

-- Rows written since a merchant's oldest rows were last deleted: merchants with few need no check.
create table api_request_counts (
  merchant_id text collate "C" primary key,
  untrimmed bigint not null
);

-- Recent API requests of merchants, for debugging: no body, no query, no credential. Rows are
-- written after the response, in batches, and have no foreign keys, so that no request waits for
-- them or for their locks.
create table api_requests (
  merchant_id text collate "C" not null,
  -- The X-Request-Id of the response; sorts by time.
  id text collate "C" not null,
  at timestamp(3) with time zone not null,
  key_id text not null,
  operation text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  param text,
  duration_ms real not null,
  address text not null,
  -- The id that a request created. The lookup is limited to the minute of the creation by the
  -- request ids and needs no index.
  object_id text collate "C",
  primary key (merchant_id, id)
) partition by range (id);
create table api_requests_default partition of api_requests default;

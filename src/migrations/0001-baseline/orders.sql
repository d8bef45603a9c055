-- As comparedText of kernel/rules/thai-text.ts: without format characters, with one spelling of the
-- vowels that several sequences of code points show. Most texts are ASCII and left as they are.
-- Knex removes question marks.
create function compared_text(written text)
  returns text language sql immutable parallel safe strict
  return case when octet_length(written) = char_length(written) then written else
    replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(normalize(written),
            '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f'
              '\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]', '', 'g'),
          '\u0e4d([\u0e48-\u0e4b]|)\u0e32', '\1' || chr(x'0e33'::int), 'g'),
        '\u0e33([\u0e48-\u0e4b])', '\1' || chr(x'0e33'::int), 'g'),
      repeat(chr(x'0e40'::int), 2), chr(x'0e41'::int)) end;

-- The displayed status: the state, except that a fully refunded payment is refunded.
create function shown_status(kind text, status text, amount_satang bigint, refunded_satang bigint,
    credited_satang bigint, reversed_satang bigint) returns text language sql immutable parallel
    safe as $$
  select case when kind = 'payment' and status = 'succeeded' and refunded_satang > 0
                              and refunded_satang
                                  = coalesce(credited_satang, amount_satang) - reversed_satang
                         then 'refunded' else status end
$$;

-- A hash of a merchant's metadata word. MD5, because it is stable across releases of Postgres; the
-- query filters out collisions.
create function metadata_term(merchant_id text, key text, value text)
  returns bigint language sql immutable parallel safe
  return ('x' || left(md5(
    merchant_id || chr(31) || key || chr(31) || compared_text(value)), 16))::bit(64)::bigint;

-- Null where the server does not reveal its timeline.
create function server_timeline() returns text language plpgsql stable as $$
  begin
    return (select system_identifier from pg_control_system())
      || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception
    when insufficient_privilege or feature_not_supported or undefined_function then return null;
  end
$$;

-- Allowed transitions. `migrate` writes them from the state tables of the code. The foreign key of
-- status_changes rejects all others.
create table allowed_transitions (
  kind text not null,
  transition text not null,
  from_status text not null,
  to_status text not null,
  primary key (kind, transition, from_status, to_status)
);

-- Scalar values of the first 50 keys, to bound the cost of a creation.
create function metadata_terms(merchant_id text, metadata json)
  returns bigint[] language sql immutable parallel safe
  return (select array_agg(metadata_term(merchant_id, key, value #>> '{}'))
          from (select key, value from json_each(metadata) limit 50) as pair
          where json_typeof(value) in ('string', 'number', 'boolean'));

-- Every payment, deposit, withdrawal and refund.
create table orders (
  id text primary key,
  kind text not null,
  -- No foreign key to merchants on hot tables: each insert would lock the merchant's row. Merchants
  -- are never deleted, and the id comes from the key that was authenticated.
  merchant_id text not null,
  status text not null,
  amount_satang bigint not null check (amount_satang > 0),
  received_satang bigint not null default 0 check (received_satang >= 0),
  -- The reference that a payment carries through the banks; unique across all kinds.
  ref text unique,
  reference text,
  metadata json,
  late boolean not null default false,
  failure_code text,
  failure_message text,
  -- Sequence number of the order's last event.
  sequence integer not null default 1,
  created_at timestamptz not null,
  expires_at timestamptz,
  completed_at timestamptz,
  -- Payment method. Null: not a payment.
  method text check (method in ('qr', 'token')),
  -- Of a payment: sum of refunds that have not failed; sum of succeeded refunds.
  refunding_satang bigint not null default 0,
  refunded_satang bigint not null default 0,
  -- The request that created the row, kept as long as the row, unlike api_requests. Null for rows
  -- created without an API key.
  api_key_id text collate "C",
  client_address text,
  request_id text collate "C",
  -- What was credited to the merchant for money that came in. Null: its amount once it has
  -- succeeded, nothing before.
  credited_satang bigint,
  -- How much of the order's outcome resolutions have reversed.
  reversed_satang bigint not null default 0,
  payer_matches boolean,
  provider_account_id text not null default 'default'::text,
  provider_ref text,
  -- Of a payment or deposit that is inquired about: the start of the last inquiry with an answer,
  -- at first its creation. The order expires only after an inquiry that started at its deadline or
  -- later. Null: the provider reports money by callbacks only.
  inquired_at timestamptz,
  routing jsonb,
  constraint orders_credited check (credited_satang >= 0),
  constraint orders_reversed check (reversed_satang >= 0),
  constraint orders_refunds_fit check (0 <= refunded_satang and refunded_satang <= refunding_satang
    and (refunding_satang + reversed_satang) <= coalesce(credited_satang, amount_satang))
) with (
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create unique index orders_provider_ref on orders (provider_account_id, provider_ref)
  where provider_ref is not null;
create index orders_amounts on orders (merchant_id, kind, amount_satang, created_at, id);
create index orders_reference_form
  on orders (merchant_id, lower(compared_text(reference)) collate "C")
  where reference is not null;
create index orders_metadata on orders using gin (metadata_terms(merchant_id, metadata))
  where metadata is not null;
create function note_order_count() returns trigger language plpgsql as $$
  declare
    present text;
    former text;
  begin
    if coalesce(old.created_at, new.created_at) >= now() - interval '1 hour' then
      return null;
    end if;
    present := shown_status(new.kind, new.status, new.amount_satang, new.refunded_satang,
              new.credited_satang, new.reversed_satang);
    if tg_op = 'UPDATE' then
      former := shown_status(old.kind, old.status, old.amount_satang, old.refunded_satang,
              old.credited_satang, old.reversed_satang);
      if former = present then
        return null;
      end if;
      insert into order_count_changes (merchant_id, kind, status, hour, change)
      values (old.merchant_id, old.kind, former, date_trunc('hour', old.created_at, 'UTC'), -1);
    end if;
    insert into order_count_changes (merchant_id, kind, status, hour, change)
    values (new.merchant_id, new.kind, present, date_trunc('hour', new.created_at, 'UTC'), 1);
    return null;
  end
$$;

-- Triggers, because every writer must record this. A write to an order of the last hour, the common
-- case, costs one comparison. Rolled-up hours are an hour older than any transaction: see
-- src/orders/store/roll-up-orders.ts.
create trigger orders_counted_late after insert on orders
  for each row execute function note_order_count();
create trigger orders_moved_late after update of status, refunded_satang, credited_satang,
  reversed_satang
  on orders for each row execute function note_order_count();
-- With the owner's rights: the role of running processes gets its grants at the end of a migration.
create function note_order_state() returns trigger language plpgsql security definer as $$
  declare
    present text := public.shown_status(new.kind, new.status, new.amount_satang,
              new.refunded_satang, new.credited_satang, new.reversed_satang);
    former text;
  begin
    if tg_op = 'UPDATE' then
      former := public.shown_status(old.kind, old.status, old.amount_satang, old.refunded_satang,
              old.credited_satang, old.reversed_satang);
      if former = present and old.merchant_id = new.merchant_id and old.kind = new.kind
        and old.created_at = new.created_at
        and old.expires_at is not distinct from new.expires_at
        and old.payer_matches is not distinct from new.payer_matches
      then
        return null;
      end if;
      update public.order_states
      set merchant_id = new.merchant_id, kind = new.kind, status = present,
          created_at = new.created_at, expires_at = new.expires_at,
          payer_matches = new.payer_matches
      where merchant_id = old.merchant_id and kind = old.kind and status = former
        and created_at = old.created_at and order_id = old.id;
      if found then
        return null;
      end if;
    end if;
    insert into public.order_states (merchant_id, kind, status, created_at, order_id, expires_at,
                              payer_matches)
    values (new.merchant_id, new.kind, present, new.created_at, new.id, new.expires_at,
            new.payer_matches);
    return null;
  end
$$;

create trigger orders_state_created after insert on orders
  for each row execute function note_order_state();
create trigger orders_state_changed after update of merchant_id, kind, status, amount_satang,
  refunded_satang, credited_satang, reversed_satang, created_at, expires_at, payer_matches
  on orders for each row execute function note_order_state();

create table qr_codes (
  id text primary key,
  -- No foreign key: written by the statement that inserts the order.
  order_id text not null unique,
  payload text,
  -- Name, bank and account of the customer, sealed.
  client_sealed text
);

-- A payout has no deadline; the banks know it by the order's id.
create table deposits (
  -- No foreign key: written by the statement that inserts the order.
  order_id text primary key,
  -- The secret of the hosted page: 130 random bits.
  page_token text not null unique,
  payload text,
  user_name text not null,
  bank_name text not null,
  bank_code text,
  account_mask text not null,
  -- First name, last name and account number, sealed.
  customer_sealed text not null
);
create index deposits_customer on deposits (lower(compared_text(user_name)) collate "C");

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
  status text not null default 'received'::text
    check (status in ('received', 'parsed', 'qr_not_found', 'qr_invalid', 'unreadable',
      'wrong_qr')),
  sending_bank text,
  trans_ref text,
  -- The bank's verification of the transfer; null if none was made.
  verification text check (verification in ('verified', 'mismatch', 'pending')),
  -- The first slip of another order with the same image or transfer.
  duplicate_of text references slips,
  received_at timestamptz not null default now(),
  read_at timestamptz,
  -- The reference that the transfer paid, its amount and time; null while unverified.
  paid_to text,
  paid_satang bigint,
  paid_at timestamptz,
  -- The transfer belongs to another payment: the bank says so, or another order had it first.
  is_wrong boolean not null default false,
  -- When the merchant got an event about it.
  announced_at timestamptz,
  check ((status = 'received') = (read_at is null)),
  constraint slips_check1 check ((sending_bank is null) = (trans_ref is null)),
  unique (order_id, sha256)
) with (
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index slips_picture on slips (sha256);
create index slips_transfer on slips (sending_bank, trans_ref) where trans_ref is not null;
create index slips_unread on slips (received_at) where status = 'received';
create index slips_wrong on slips (merchant_id, order_id) where is_wrong;

create table slip_images (
  slip_id text primary key references slips,
  stored_at timestamptz not null default now(),
  -- Sealed: the image shows names and accounts.
  image_sealed bytea not null
);
create index slip_images_age on slip_images (stored_at);
-- Sealed images do not compress.
alter table slip_images alter image_sealed set storage external;

create table withdrawals (
  order_id text primary key,
  username text not null,
  bank_name text not null,
  bank_code text,
  account_mask text not null
);
create index withdrawals_customer on withdrawals (lower(compared_text(username)) collate "C");

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

-- The submission of an order to the provider, and its progress.
create table provider_requests (
  order_id text primary key,
  -- The payee or token with names and account numbers, sealed.
  subject_sealed text not null,
  -- Time of the last claim, set before the call. Null: not submitted, or known not to have reached
  -- the provider.
  claimed_at timestamptz,
  -- Number of submissions, all under the same reference; number of denials of the reference by the
  -- provider.
  claims integer not null default 0,
  denials integer not null default 0,
  -- Number of inquiries; number of unreachable calls since the last response.
  inquiries integer not null default 0,
  failed_calls integer not null default 0,
  -- Time of the next action without a callback. Null: at once, or none.
  next_inquiry_at timestamptz,
  -- Set when the order has ended.
  is_over boolean not null default false,
  created_at timestamptz not null default now(),
  is_manual boolean not null default false,
  hinted_at timestamptz,
  denied_at timestamptz,
  -- A restore or a failover of the database may have lost a submission of the request: it is
  -- inquired about before it is claimed. Null: not restored, or claimed since.
  restored_at timestamptz,
  -- When the provider answered that it has the request. Null: not since the last submission.
  accepted_at timestamptz,
  awaits_approval boolean not null default false,
  payee_digest text,
  -- Where the payer does it, while the order is open.
  next_action_sealed text,
  -- Events payment.requires_action that have been written.
  required_actions integer not null default 0,
  planned_inquiry_at timestamptz,
  ended_inquiry_at timestamptz,
  constraint provider_requests_not_submitted check (not is_manual or claimed_at is null),
  constraint provider_requests_approved check (not awaits_approval or claimed_at is null)
) with (
  fillfactor = 70,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index provider_requests_due on provider_requests (coalesce(next_inquiry_at, created_at))
  where not is_over;
create index provider_requests_manual on provider_requests (order_id)
  where is_manual and not is_over;
create index provider_requests_payee on provider_requests (payee_digest)
  where payee_digest is not null;
create index provider_requests_ended_inquiry on provider_requests (ended_inquiry_at)
  where ended_inquiry_at is not null;
create trigger requests_demand_approval before update of awaits_approval on provider_requests
  for each row execute function demand_approval('order_id', '{withdrawal,refund}');

-- The progress of inquiries about the money of an order.
create table order_inquiries (
  -- No foreign key: written by the statement that inserts the order.
  order_id text primary key,
  -- Time of the next inquiry; null when none is planned.
  next_at timestamptz,
  -- Start and number of the calls.
  called_at timestamptz,
  calls integer not null default 0,
  -- Attempts without an answer since the last answer.
  unanswered integer not null default 0,
  -- Time of the last hint. One that is older than the last call has had its inquiry.
  hinted_at timestamptz,
  -- Null until the provider has issued the QR code. The provider was asked to make the QR code of
  -- an ended order unpayable.
  qr_closed boolean not null default false,
  -- Start of the last call with an answer. A hint that is older has had its inquiry.
  answered_at timestamptz
) with (
  fillfactor = 70,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index order_inquiries_due on order_inquiries (next_at) where next_at is not null;

-- What providers reported, as evidence.
create table callbacks (
  id text primary key,
  route text not null,
  -- Null while the order is unknown.
  order_id text references orders,
  named_order text not null,
  reported text,
  amount_satang bigint,
  transaction_id text,
  paid_at timestamptz,
  -- The raw body, sealed: it may contain the payer's name and account.
  body_sealed text not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  outcome text,
  booked_satang bigint,
  failure_code text,
  failure_message text,
  movement_id text,
  payer_digest text,
  -- Whether the payer's account is the expected one. Null: not paid, or the payer is unknown.
  payer_matches boolean,
  provider_account_id text not null default 'default'::text,
  unused_fields text[] not null default '{}'::text[],
  payer json,
  return_id text,
  -- Constant, unlike the outcome: an index may have it (decision 39).
  is_refused boolean not null generated always as (coalesce(outcome = 'refused', false)) stored,
  check ((applied_at is null) = (outcome is null)),
  constraint callbacks_reported_check check (reported in ('succeeded', 'failed', 'reversed', 'other'))
) with (
  fillfactor = 85
);
create index callbacks_unknown on callbacks (named_order) where order_id is null;
create index callbacks_transaction on callbacks (transaction_id)
  where transaction_id is not null and order_id is not null;
create index callbacks_order on callbacks (order_id);
create index callbacks_refused on callbacks (id) where is_refused;
-- With the owner's rights: the role of running processes gets its grants at the end of a migration.
create function note_pending_callback() returns trigger language plpgsql security definer as $$
  begin
    if new.applied_at is null then
      insert into public.pending_callbacks (callback_id) values (new.id) on conflict do nothing;
    else
      delete from public.pending_callbacks where callback_id = new.id;
    end if;
    return null;
  end
$$;

create trigger callbacks_pending_stored after insert on callbacks
  for each row execute function note_pending_callback();
create trigger callbacks_pending_changed after update of applied_at on callbacks
  for each row execute function note_pending_callback();

create table pending_callbacks (
  callback_id text primary key
);

create table status_changes (
  id bigint generated always as identity,
  order_id text not null references orders,
  kind text not null,
  transition text not null,
  from_status text not null,
  to_status text not null,
  cause text not null,
  at timestamptz not null default now(),
  foreign key (kind, transition, from_status, to_status)
    references allowed_transitions(kind, transition, from_status, to_status),
  primary key (order_id, id)
);

-- The server and its timeline, which changes at a point-in-time recovery, at a failover and in a
-- new cluster.
create table noted_timeline (
  id boolean default true primary key check (id),
  timeline text not null,
  noted_at timestamptz not null default now()
);

create table order_states (
  merchant_id text not null,
  kind text not null,
  -- Result of shown_status.
  status text not null,
  created_at timestamptz not null,
  order_id text not null,
  expires_at timestamptz,
  payer_matches boolean,
  primary key (merchant_id, kind, status, created_at, order_id)
) with (
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_scale_factor = 0.002,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index order_states_awaited on order_states (expires_at) where status = 'pending';
create index order_states_other_payer on order_states (merchant_id, created_at, order_id)
  where payer_matches is false;

-- Orders created before rolled_up_until are counted in order_counts, by the hour of their creation;
-- later ones are counted in the orders table.
create table order_rollup (
  singleton boolean default true primary key check (singleton),
  rolled_up_until timestamptz not null default '-infinity'::timestamp with time zone
);
insert into order_rollup (singleton, rolled_up_until) values (true, '-infinity');

create table order_counts (
  merchant_id text not null,
  kind text not null,
  -- Result of shown_status.
  status text not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (merchant_id, kind, status, hour) include (count)
);

-- Transitions of orders that were rolled up, or old enough to be rolled up at that moment. Insert-
-- only, so a transition never waits. Rows of an hour that is not rolled up yet have no effect and
-- are deleted by the rollup of that hour.
create table order_count_changes (
  id bigint generated always as identity primary key,
  merchant_id text not null,
  kind text not null,
  status text not null,
  hour timestamptz not null,
  change smallint not null check (change = any (array['-1'::integer, 1]))
);
create index order_count_changes_standing on order_count_changes (merchant_id, kind, status, hour);

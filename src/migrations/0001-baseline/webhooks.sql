create table webhooks (
  id text primary key,
  merchant_id text not null references merchants,
  url text not null,
  events text[] not null,
  status text not null default 'active'::text check (status in ('active', 'disabled', 'deleted')),
  secret_sealed text not null,
  disabled_reason text,
  -- Start of the current series of failures; null after a success.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  description text,
  -- Until then the previous secret signs as well.
  previous_secret_sealed text,
  previous_until timestamptz,
  -- Failures since the last success; end of the circuit breaker's cooldown.
  failures integer not null default 0,
  cooldown_until timestamptz,
  api_key_id text collate "C",
  client_address text,
  request_id text collate "C"
);
create index webhooks_active on webhooks (merchant_id) where status = 'active';

create table events (
  id text primary key,
  merchant_id text not null,
  order_id text not null,
  sequence integer not null,
  name text not null,
  -- The exact bytes that are signed and sent on every attempt.
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  -- Null: not known.
  subscribers text[],
  trace_parent text,
  unique (order_id, sequence)
);
-- Cursors and replay positions have millisecond precision, like orders.
create index events_newest on events (merchant_id, created_at desc, id desc);
-- Stable: it reads the snapshot of the statement that inserts the event, which is the one that the
-- deliveries are made from.
create function note_subscribers() returns trigger language plpgsql stable as $$
  begin
    new.subscribers := array(
      select id from webhooks
      where merchant_id = new.merchant_id and status = 'active' and new.name = any(events)
      order by id);
    return new;
  end
$$;

create trigger events_note_subscribers before insert on events
  for each row execute function note_subscribers();

create table deliveries (
  id text primary key,
  event_id text not null references events,
  webhook_id text not null references webhooks,
  order_id text references orders,
  status text not null default 'pending'::text check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  -- True once an outbox message for its webhookDelivery workflow was written.
  handed_over boolean not null default false,
  next_attempt_at timestamptz,
  created_at timestamp(3) with time zone not null default now(),
  -- An event about a webhook has no order; its object is the webhook. Attempts before the last
  -- redelivery; the schedule restarts from there.
  attempts_before integer not null default 0,
  unique (event_id, webhook_id)
) with (
  fillfactor = 85
);
create index deliveries_newest on deliveries (webhook_id, created_at desc, id desc);
create index deliveries_order on deliveries (order_id);
create function note_pending_delivery() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'UPDATE' and old.status = new.status then
      return null;
    end if;
    if new.status = 'pending' then
      insert into public.pending_deliveries (delivery_id) values (new.id) on conflict do nothing;
    else
      delete from public.pending_deliveries where delivery_id = new.id;
    end if;
    return null;
  end
$$;

create trigger deliveries_pending_added after insert on deliveries
  for each row execute function note_pending_delivery();
create trigger deliveries_pending_changed after update of status on deliveries
  for each row execute function note_pending_delivery();

create table pending_deliveries (
  delivery_id text primary key
);

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

create table replays (
  id text primary key,
  merchant_id text not null,
  webhook_id text not null references webhooks,
  -- Failed deliveries only, or all subscribed events.
  only_failed boolean not null,
  since timestamptz not null,
  until timestamptz not null,
  status text not null default 'running'::text check (status in ('running', 'done', 'stopped')),
  -- Number of events at the start, and number processed.
  total integer not null,
  replayed integer not null default 0,
  -- Position: the last processed event.
  after_created_at timestamptz,
  after_event_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index replays_running on replays (webhook_id) where status = 'running';
create index replays_webhook on replays (webhook_id, created_at desc);

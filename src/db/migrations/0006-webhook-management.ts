import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhooks
      add column description text,
      -- Until then the previous secret signs as well.
      add column previous_secret_sealed text,
      add column previous_until timestamptz,
      -- Failures since the last success; end of the circuit breaker's cooldown.
      add column failures integer not null default 0,
      add column resting_until timestamptz;

    -- An event about a webhook has no order; its object is the webhook.
    alter table deliveries alter column order_id drop not null;
    alter table deliveries
      -- Attempts before the last redelivery; the schedule restarts from there.
      add column attempts_before integer not null default 0;
    create index deliveries_newest on deliveries (webhook_id, created_at desc, id desc);
    drop index deliveries_webhook;
    create index deliveries_event on deliveries (event_id);

    -- Cursors and replay positions have millisecond precision, like orders.
    alter table events alter column created_at type timestamptz(3);
    alter table deliveries alter column created_at type timestamptz(3);

    create index events_newest on events (merchant_id, created_at desc, id desc);
    create index events_age on events (created_at);

    create table replays (
      id text primary key,
      merchant_id text not null,
      webhook_id text not null references webhooks,
      -- Failed deliveries only, or all subscribed events.
      only_failed boolean not null,
      since timestamptz not null,
      until timestamptz not null,
      status text not null default 'running' check (status in ('running', 'done', 'stopped')),
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

    alter table dispatches drop constraint dispatches_topic_check,
      add constraint dispatches_topic_check
        check (topic in ('start', 'callback', 'slip', 'deliver', 'replay'));
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

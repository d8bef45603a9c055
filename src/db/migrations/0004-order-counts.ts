import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The displayed status: the state, except that a fully refunded payment
    -- is refunded.
    create function shown_status(kind text, status text, amount_satang bigint,
                                 refunded_satang bigint)
      returns text language sql immutable parallel safe
      as $$ select case when kind = 'payment' and refunded_satang = amount_satang
                        then 'refunded' else status end $$;

    -- Orders created before folded_until are counted in order_counts, by the hour of their
    -- creation; later ones are counted in the orders table.
    create table order_fold (
      singleton boolean primary key default true check (singleton),
      folded_until timestamptz not null default '-infinity'
    );
    insert into order_fold default values;

    create table order_counts (
      merchant_id text not null,
      kind text not null,
      -- Result of shown_status.
      status text not null,
      hour timestamptz not null,
      count bigint not null,
      -- Includes the count, so that sums of many hours are index-only.
      primary key (merchant_id, kind, status, hour) include (count)
    );

    -- Transitions of orders that were rolled up, or old enough to be rolled up at that moment.
    -- Insert-only, so a transition never waits. Rows of an hour that is not rolled up yet have no
    -- effect and are deleted by the rollup of that hour.
    create table order_count_changes (
      id bigint generated always as identity primary key,
      merchant_id text not null,
      kind text not null,
      status text not null,
      hour timestamptz not null,
      change smallint not null check (change in (-1, 1))
    );
    create index order_count_changes_standing
      on order_count_changes (merchant_id, kind, status, hour);

    create function note_order_count() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into order_count_changes (merchant_id, kind, status, hour, change)
        values (old.merchant_id, old.kind,
                shown_status(old.kind, old.status, old.amount_satang, old.refunded_satang),
                date_trunc('hour', old.created_at, 'UTC'), -1);
      end if;
      insert into order_count_changes (merchant_id, kind, status, hour, change)
      values (new.merchant_id, new.kind,
              shown_status(new.kind, new.status, new.amount_satang, new.refunded_satang),
              date_trunc('hour', new.created_at, 'UTC'), 1);
      return null;
    end $$;

    -- Triggers, because every writer must record this, including processes of the old version.
    -- A write to an order of the last hour, the common case, costs one comparison. Rolled-up
    -- hours are an hour older than any transaction: see src/db/orders/roll-up-orders.ts.
    create trigger orders_counted_late after insert on orders for each row
      when (new.created_at < now() - interval '1 hour')
      execute function note_order_count();
    create trigger orders_moved_late after update of status, refunded_satang on orders
      for each row
      when (old.created_at < now() - interval '1 hour'
        and shown_status(old.kind, old.status, old.amount_satang, old.refunded_satang)
          is distinct from
            shown_status(new.kind, new.status, new.amount_satang, new.refunded_satang))
      execute function note_order_count();

    -- An index by status keeps an entry for each former state of an order until a vacuum, which by
    -- default runs after a fifth of the table has changed: late for a million rows.
    alter table orders set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How an order stands for its merchant: in its state, except that a payment of which all has
    -- been given back is refunded.
    create function shown_status(kind text, status text, amount_satang bigint,
                                 refunded_satang bigint)
      returns text language sql immutable parallel safe
      as $$ select case when kind = 'payment' and refunded_satang = amount_satang
                        then 'refunded' else status end $$;

    -- Orders that were created before folded_until are counted in order_counts, by the hour of
    -- their creation; those created later are counted where they stand.
    create table order_fold (
      singleton boolean primary key default true check (singleton),
      folded_until timestamptz not null default '-infinity'
    );
    insert into order_fold default values;

    create table order_counts (
      merchant_id text not null,
      kind text not null,
      -- As shown_status says.
      status text not null,
      hour timestamptz not null,
      count bigint not null,
      -- With the count, so that thousands of hours are added up from the index alone.
      primary key (merchant_id, kind, status, hour) include (count)
    );

    -- What has happened to orders that were folded, or were old enough to be folded just then. Rows
    -- are only added: who moves an order waits for nobody. One of an hour that is not folded yet
    -- means nothing, and goes when the hour is folded.
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

    -- Triggers, for whoever writes an order has to do this: processes of the version before, too.
    -- An order of the last hour, as almost all that are written are, costs them a comparison. What
    -- is folded is at least an hour older than any transaction: see src/db/fold-orders.ts.
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

    -- An index by status keeps an entry for each state that an order was in until a vacuum: by
    -- default one comes when a fifth of the table has changed, which is long for a million rows.
    alter table orders set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

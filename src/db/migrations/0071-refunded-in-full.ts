import type { Knex } from 'knex';

/**
 * A payment is displayed as refunded when nothing of its credited amount is left to refund. Before,
 * exactly its own amount had to be refunded, which is another one after a resolution. Writes to
 * orders wait until the rows are corrected: only payments with a resolution can differ, and there
 * are few. Processes of the previous version display those as before, until they are replaced.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function shown_status(kind text, status text, amount_satang bigint,
                                 refunded_satang bigint, credited_satang bigint,
                                 reversed_satang bigint)
      returns text language sql immutable parallel safe
      as $$ select case when kind = 'payment' and refunded_satang > 0
                             and refunded_satang
                                 = coalesce(credited_satang, amount_satang) - reversed_satang
                        then 'refunded' else status end $$;

    create or replace function note_order_count() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into order_count_changes (merchant_id, kind, status, hour, change)
        values (old.merchant_id, old.kind, ${shown('old')},
                date_trunc('hour', old.created_at, 'UTC'), -1);
      end if;
      insert into order_count_changes (merchant_id, kind, status, hour, change)
      values (new.merchant_id, new.kind, ${shown('new')},
              date_trunc('hour', new.created_at, 'UTC'), 1);
      return null;
    end $$;

    create or replace function note_order_state() returns trigger language plpgsql
    security definer as $$
    begin
      if tg_op = 'UPDATE' then
        update public.order_states
        set merchant_id = new.merchant_id, kind = new.kind, status = public.${shown('new')},
            created_at = new.created_at, expires_at = new.expires_at,
            payer_matches = new.payer_matches
        where merchant_id = old.merchant_id and kind = old.kind
          and status = public.${shown('old')}
          and created_at = old.created_at and order_id = old.id;
        if found then
          return null;
        end if;
      end if;
      insert into public.order_states (merchant_id, kind, status, created_at, order_id, expires_at,
                                payer_matches)
      values (new.merchant_id, new.kind, public.${shown('new')},
              new.created_at, new.id, new.expires_at, new.payer_matches);
      return null;
    end $$;

    create or replace trigger orders_moved_late
      after update of status, refunded_satang, credited_satang, reversed_satang on orders
      for each row
      when (old.created_at < now() - interval '1 hour'
        and ${shown('old')} is distinct from ${shown('new')})
      execute function note_order_count();
    create or replace trigger orders_state_changed after update on orders
      for each row when (
        (old.merchant_id, old.kind, old.created_at, old.expires_at, old.payer_matches,
         ${shown('old')})
        is distinct from
        (new.merchant_id, new.kind, new.created_at, new.expires_at, new.payer_matches,
         ${shown('new')}))
      execute function note_order_state();

    with resolved as (
      select distinct order_id as id from resolutions where order_id is not null
    ), corrected as (
      select orders.id, merchant_id, kind, created_at,
             shown_status(kind, status, amount_satang, refunded_satang) as former,
             ${shown('orders')} as present
      from resolved join orders using (id)
      where shown_status(kind, status, amount_satang, refunded_satang) <> ${shown('orders')}
    ), moved as (
      update order_states set status = present from corrected
      where order_states.merchant_id = corrected.merchant_id
        and order_states.kind = corrected.kind and order_states.status = former
        and order_states.created_at = corrected.created_at and order_id = corrected.id
    )
    insert into order_count_changes (merchant_id, kind, status, hour, change)
    select merchant_id, kind, changed.status, date_trunc('hour', created_at, 'UTC'), change
    from corrected cross join lateral (values (former, -1), (present, 1)) as changed(status, change)
    where created_at < now() - interval '1 hour'`);
}

const shown = (row: string): string =>
  `shown_status(${row}.kind, ${row}.status, ${row}.amount_satang, ${row}.refunded_satang,
                ${row}.credited_satang, ${row}.reversed_satang)`;

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

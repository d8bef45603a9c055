import type { Knex } from 'knex';

/** Tables are locked one at a time. Steps can run again. */
export const config = { transaction: false };

/**
 * Moves the conditions of the triggers of orders, callbacks and deliveries into their functions.
 * Postgres parses and plans the condition of a trigger (`when`) for each statement, and an
 * expression of a function once per connection: the conditions took a sixth of the CPU time of a
 * transition. The function of callbacks needs no condition: a repeated write of it has no effect.
 */
export async function up(knex: Knex): Promise<void> {
  for (const changes of [ofOrders, ofCallbacks, ofDeliveries]) {
    await knex.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '1s'`);
      await trx.raw(changes);
    });
  }
}

const shown = (row: string): string =>
  `shown_status(${row}.kind, ${row}.status, ${row}.amount_satang, ${row}.refunded_satang,
                ${row}.credited_satang, ${row}.reversed_satang)`;

const ofOrders = `
    create or replace function note_order_count() returns trigger language plpgsql as $$
    declare
      present text;
      former text;
    begin
      if coalesce(old.created_at, new.created_at) >= now() - interval '1 hour' then
        return null;
      end if;
      present := ${shown('new')};
      if tg_op = 'UPDATE' then
        former := ${shown('old')};
        if former = present then
          return null;
        end if;
        insert into order_count_changes (merchant_id, kind, status, hour, change)
        values (old.merchant_id, old.kind, former, date_trunc('hour', old.created_at, 'UTC'), -1);
      end if;
      insert into order_count_changes (merchant_id, kind, status, hour, change)
      values (new.merchant_id, new.kind, present, date_trunc('hour', new.created_at, 'UTC'), 1);
      return null;
    end $$;
    create or replace trigger orders_counted_late after insert on orders
      for each row execute function note_order_count();
    create or replace trigger orders_moved_late
      after update of status, refunded_satang, credited_satang, reversed_satang on orders
      for each row execute function note_order_count();

    create or replace function note_order_state() returns trigger language plpgsql
    security definer as $$
    declare
      present text := public.${shown('new')};
      former text;
    begin
      if tg_op = 'UPDATE' then
        former := public.${shown('old')};
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
    end $$;
    create or replace trigger orders_state_changed
      after update of merchant_id, kind, status, amount_satang, refunded_satang, credited_satang,
                      reversed_satang, created_at, expires_at, payer_matches on orders
      for each row execute function note_order_state();`;

const ofCallbacks = `
    create or replace trigger callbacks_pending_stored after insert on callbacks
      for each row execute function note_pending_callback();
    create or replace trigger callbacks_pending_changed after update of applied_at on callbacks
      for each row execute function note_pending_callback();`;

const ofDeliveries = `
    create or replace function note_pending_delivery() returns trigger language plpgsql
    security definer as $$
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
    end $$;
    create or replace trigger deliveries_pending_added after insert on deliveries
      for each row execute function note_pending_delivery();
    create or replace trigger deliveries_pending_changed after update of status on deliveries
      for each row execute function note_pending_delivery();`;

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

import type { Knex } from 'knex';

/** Lists by the time of payment, and sums of the ledger by day and kind. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_states add column completed_at timestamptz;

    create or replace function note_order_state() returns trigger
      language plpgsql security definer as $$
      declare
        present text := public.shown_status(new.kind, new.status, new.amount_satang,
                  new.refunded_satang, new.credited_satang, new.reversed_satang);
        former text;
      begin
        if tg_op = 'UPDATE' then
          former := public.shown_status(old.kind, old.status, old.amount_satang,
                  old.refunded_satang, old.credited_satang, old.reversed_satang);
          if former = present and old.merchant_id = new.merchant_id and old.kind = new.kind
            and old.created_at = new.created_at
            and old.expires_at is not distinct from new.expires_at
            and old.completed_at is not distinct from new.completed_at
            and old.payer_matches is not distinct from new.payer_matches
          then
            return null;
          end if;
          update public.order_states
          set merchant_id = new.merchant_id, kind = new.kind, status = present,
              created_at = new.created_at, expires_at = new.expires_at,
              completed_at = new.completed_at, payer_matches = new.payer_matches
          where merchant_id = old.merchant_id and kind = old.kind and status = former
            and created_at = old.created_at and order_id = old.id;
          if found then
            return null;
          end if;
        end if;
        insert into public.order_states (merchant_id, kind, status, created_at, order_id,
                                         expires_at, completed_at, payer_matches)
        values (new.merchant_id, new.kind, present, new.created_at, new.id, new.expires_at,
                new.completed_at, new.payer_matches);
        return null;
      end
    $$;
    create or replace trigger orders_state_changed after update of merchant_id, kind, status,
      amount_satang, refunded_satang, credited_satang, reversed_satang, created_at, expires_at,
      completed_at, payer_matches
      on orders for each row execute function note_order_state();

    -- Transfers of a merchant per day in Bangkok and kind, by their effective time. Replaces
    -- money_days and money_rollup, which only processes of release 1.0 use.
    create table transfer_days (
      merchant_id text not null,
      day date not null,
      kind text not null,
      count bigint not null,
      satang bigint not null,
      primary key (merchant_id, day, kind)
    );
    -- Watermark: transfers up to this id are summed in transfer_days.
    create table transfer_rollup (
      singleton boolean default true primary key check (singleton),
      rolled_up_id bigint not null default 0
    );
    insert into transfer_rollup (singleton, rolled_up_id) values (true, 0);
  `);
}

import type { Knex } from 'knex';

/** What the sums of a month read, beside the time of payment: not from the wide rows of orders. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null for an order that has not succeeded.
    create function moved_satang(kind text, status text, amount_satang bigint,
        credited_satang bigint, reversed_satang bigint) returns bigint language sql immutable
        parallel safe as $$
      select case when status = 'succeeded' then
        case when kind in ('payment', 'deposit')
          then coalesce(credited_satang, amount_satang) - reversed_satang
          else amount_satang end end
    $$;

    -- Null for a QR code, and for a kind without methods.
    alter table order_states add column method text;
    -- Credited to the merchant and not taken back, or paid out.
    alter table order_states add column moved_satang bigint;
    alter table order_states add column fee_satang bigint;
    alter table order_states add column fee_vat_satang bigint;

    create or replace function note_order_state() returns trigger
      language plpgsql security definer as $$
      declare
        present text := public.shown_status(new.kind, new.status, new.amount_satang,
                  new.refunded_satang, new.credited_satang, new.reversed_satang);
        moved bigint := public.moved_satang(new.kind, new.status, new.amount_satang,
                  new.credited_satang, new.reversed_satang);
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
            and old.method is not distinct from new.method
            and old.fee_satang is not distinct from new.fee_satang
            and old.fee_vat_satang is not distinct from new.fee_vat_satang
            and moved is not distinct from public.moved_satang(old.kind, old.status,
                  old.amount_satang, old.credited_satang, old.reversed_satang)
          then
            return null;
          end if;
          update public.order_states
          set merchant_id = new.merchant_id, kind = new.kind, status = present,
              created_at = new.created_at, expires_at = new.expires_at,
              completed_at = new.completed_at, payer_matches = new.payer_matches,
              method = nullif(new.method, 'qr'), moved_satang = moved,
              fee_satang = new.fee_satang, fee_vat_satang = new.fee_vat_satang
          where merchant_id = old.merchant_id and kind = old.kind and status = former
            and created_at = old.created_at and order_id = old.id;
          if found then
            return null;
          end if;
        end if;
        insert into public.order_states (merchant_id, kind, status, created_at, order_id,
                                         expires_at, completed_at, payer_matches, method,
                                         moved_satang, fee_satang, fee_vat_satang)
        values (new.merchant_id, new.kind, present, new.created_at, new.id, new.expires_at,
                new.completed_at, new.payer_matches, nullif(new.method, 'qr'), moved,
                new.fee_satang, new.fee_vat_satang);
        return null;
      end
    $$;
    create or replace trigger orders_state_changed after update of merchant_id, kind, status,
      amount_satang, refunded_satang, credited_satang, reversed_satang, created_at, expires_at,
      completed_at, payer_matches, method, fee_satang, fee_vat_satang
      on orders for each row execute function note_order_state();
  `);
}

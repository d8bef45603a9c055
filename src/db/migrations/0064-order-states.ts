import type { Knex } from 'knex';

/** A statement that waits for a table lock blocks all later ones. Steps can run again. */
export const config = { transaction: false };

/** Orders per batch. */
const BATCH = 5_000;

/**
 * The changing columns of orders that lists and deadlines are found by, in a narrow table of their
 * own: an update of an order then changes no index (decision 39). Triggers maintain it,
 * because processes of the previous version write orders meanwhile. Can run again after an
 * interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists order_states (
      merchant_id text not null,
      kind text not null,
      -- Result of shown_status.
      status text not null,
      created_at timestamptz not null,
      order_id text not null,
      expires_at timestamptz,
      payer_matches boolean,
      primary key (merchant_id, kind, status, created_at, order_id)
    );
    create index if not exists order_states_awaited on order_states (expires_at)
      where status = 'pending';
    create index if not exists order_states_other_payer on order_states
      (merchant_id, created_at, order_id) where payer_matches is false;

    -- With the owner's rights: the role of running processes gets its grants at the end of a
    -- migration.
    create or replace function note_order_state() returns trigger language plpgsql
    security definer as $$
    begin
      if tg_op = 'UPDATE' then
        update public.order_states
        set merchant_id = new.merchant_id, kind = new.kind,
            status = public.shown_status(new.kind, new.status, new.amount_satang,
                                         new.refunded_satang),
            created_at = new.created_at, expires_at = new.expires_at,
            payer_matches = new.payer_matches
        where merchant_id = old.merchant_id and kind = old.kind
          and status = public.shown_status(old.kind, old.status, old.amount_satang,
                                           old.refunded_satang)
          and created_at = old.created_at and order_id = old.id;
        if found then
          return null;
        end if;
      end if;
      -- Also an order from before this migration that changes before it is copied.
      insert into public.order_states (merchant_id, kind, status, created_at, order_id, expires_at,
                                payer_matches)
      values (new.merchant_id, new.kind,
              public.shown_status(new.kind, new.status, new.amount_satang, new.refunded_satang),
              new.created_at, new.id, new.expires_at, new.payer_matches);
      return null;
    end $$;`);
  await knex.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = '1s'`);
    await trx.raw(`
      create or replace trigger orders_state_created after insert on orders
        for each row execute function note_order_state();
      create or replace trigger orders_state_changed after update on orders
        for each row when (
          (old.merchant_id, old.kind, old.created_at, old.expires_at, old.payer_matches,
           shown_status(old.kind, old.status, old.amount_satang, old.refunded_satang))
          is distinct from
          (new.merchant_id, new.kind, new.created_at, new.expires_at, new.payer_matches,
           shown_status(new.kind, new.status, new.amount_satang, new.refunded_satang)))
        execute function note_order_state();`);
  });
  // A share lock lets no copied order change before the copy is committed.
  for (let after = ''; ;) {
    const { rows } = (await knex.raw(
      `with batch as (
         select id, merchant_id, kind, status, amount_satang, refunded_satang, created_at,
                expires_at, payer_matches
         from orders where id > ? order by id limit ? for share
       ), copied as (
         insert into order_states (merchant_id, kind, status, created_at, order_id, expires_at,
                                   payer_matches)
         select merchant_id, kind, shown_status(kind, status, amount_satang, refunded_satang),
                created_at, id, expires_at, payer_matches
         from batch
         on conflict do nothing
       )
       select max(id) as last from batch`,
      [after, BATCH],
    )) as { rows: { last: string | null }[] };
    const last = rows[0]?.last ?? null;
    if (last === null) break;
    after = last;
  }
  await knex.raw('analyze order_states');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

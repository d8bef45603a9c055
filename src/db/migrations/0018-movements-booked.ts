import type { Knex } from 'knex';

/** Batches commit one by one; indexes are built without blocking writes. */
export const config = { transaction: false };

/** Transfers per batch. */
const BATCH = 5_000;

/**
 * Creates the movements of earlier bookings. A transaction id that was booked for several orders
 * stays with the first; each of the others becomes a movement without an id and an
 * exception. Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists transfers_unadopted');
  await knex.raw(`
    create index concurrently transfers_unadopted on transfers (id)
      where movement_id is null and callback_id is not null
        and kind in ('settle', 'suspend', 'post')`);
  await knex.raw(`
    create or replace function adopt_movements(batch integer) returns bigint
    language sql as $$
      with adopting as materialized (
        select transfers.id, transfers.callback_id, callbacks.movement_id
        from transfers join callbacks on callbacks.id = transfers.callback_id
        where transfers.movement_id is null and transfers.callback_id is not null
          and transfers.kind in ('settle', 'suspend', 'post')
        order by transfers.id limit batch for update of transfers
      ), booked as (
        select callback_id, 'mov_' || replace(gen_random_uuid()::text, '-', '') as id
        from adopting where movement_id is null group by callback_id
      ), described as (
        select booked.id, callback_id, transaction_id, merchant_id, orders.id as order_id,
               case when orders.kind in ('payment', 'deposit') then 'in' else 'out' end
                 as direction,
               coalesce(booked_satang, callbacks.amount_satang, orders.amount_satang)
                 as amount_satang,
               paid_at, route, received_at,
               row_number() over (
                 partition by orders.kind in ('payment', 'deposit'), transaction_id
                 order by received_at, callback_id) as nth
        from booked join callbacks on callbacks.id = booked.callback_id
        join orders on orders.id = callbacks.order_id
      ), judged as (
        select *, transaction_id is null or (nth = 1 and not exists (
            select from movements as other
            where other.account = 'default' and other.direction = described.direction
              and other.transaction_id = described.transaction_id)) as is_first
        from described
      ), recorded as (
        insert into movements (id, direction, transaction_id, amount_satang, moved_at, order_id,
                               merchant_id, source, callback_id, created_at)
        select id, direction, case when is_first then transaction_id end, amount_satang, paid_at,
               order_id, merchant_id,
               case when route = 'answer' then 'inquiry' else 'callback' end, callback_id,
               received_at
        from judged
      ), reported as (
        insert into exceptions (id, kind, merchant_id, order_id, callback_id, movement_id)
        select 'exc_' || replace(gen_random_uuid()::text, '-', ''), 'duplicate_transaction',
               merchant_id, order_id, callback_id, id
        from judged where not is_first
        on conflict do nothing
      ), noted as (
        update callbacks set movement_id = judged.id
        from judged where callbacks.id = judged.callback_id
      ), adopted as (
        update transfers set movement_id = coalesce(adopting.movement_id, booked.id)
        from adopting left join booked using (callback_id)
        where transfers.id = adopting.id
        returning 1
      )
      select count(*) from adopted
    $$`);
  for (;;) {
    const { rows } = (await knex.raw('select adopt_movements(?) as count', [BATCH])) as {
      rows: { count: number | string }[];
    };
    if (Number(rows[0]?.count ?? 0) === 0) break;
  }
  for (const rule of ['orders_refunds_fit', 'orders_credited', 'orders_reversed']) {
    await knex.raw(`alter table orders validate constraint ${rule}`);
  }
  await knex.raw('drop index concurrently if exists transfers_movement');
  await knex.raw(`
    create index concurrently transfers_movement on transfers (movement_id)
      where movement_id is not null`);
  await knex.raw('drop index concurrently if exists exceptions_movement');
  await knex.raw(`
    create unique index concurrently exceptions_movement on exceptions (movement_id)
      where kind = 'unknown_order' and movement_id is not null and resolved_at is null`);
  // A resolution may post several transfers, and be corrected.
  await knex.raw('drop index concurrently if exists transfers_resolve_once');
  await knex.raw('drop index concurrently if exists transfers_resolution');
  await knex.raw(`
    create unique index concurrently transfers_resolution on transfers (resolution_id, kind)
      where resolution_id is not null`);
  await knex.raw('drop index concurrently if exists transfers_exception');
  await knex.raw(`
    create index concurrently transfers_exception on transfers (exception_id)
      where exception_id is not null`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

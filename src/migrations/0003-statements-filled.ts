import type { Knex } from 'knex';

export const config = { transaction: false };

/** Each batch is committed, so the migration can be stopped and run again. */
const fills = [
  // By the id of the order; a concurrent payment of an order sets the column itself.
  `do $$
    declare
      after text := '';
      last text;
    begin
      loop
        select max(id) into last
        from (select id from orders where id > after order by id limit 5000) as batch;
        exit when last is null;
        update order_states set completed_at = orders.completed_at
        from orders
        where orders.id > after and orders.id <= last and orders.completed_at is not null
          and order_states.merchant_id = orders.merchant_id and order_states.kind = orders.kind
          and order_states.status = shown_status(orders.kind, orders.status,
            orders.amount_satang, orders.refunded_satang, orders.credited_satang,
            orders.reversed_satang)
          and order_states.created_at = orders.created_at
          and order_states.order_id = orders.id and order_states.completed_at is null;
        after := last;
        commit;
      end loop;
    end
  $$`,
  // As ledger/store/money-days.ts does afterwards: only transfers that are certainly committed.
  `do $$
    declare
      after bigint;
      last bigint;
      closed timestamptz;
    begin
      loop
        select rolled_up_id into after from transfer_rollup for update;
        select least(now() - interval '2 hours', min(xact_start) - interval '1 hour') into closed
        from pg_stat_activity where datname = current_database();
        select max(id) into last from (
          select id, bool_and(created_at < closed) over (order by id) as closed
          from (select id, created_at from transfers where id > after order by id limit 5000)
            as batch) as marked
        where marked.closed;
        exit when last is null;
        insert into transfer_days (merchant_id, day, kind, count, satang)
        select merchant_id, (effective_at at time zone 'Asia/Bangkok')::date, kind, count(*),
               sum(amount_satang)
        from transfers where id > after and id <= last and merchant_id is not null
        group by 1, 2, 3
        on conflict (merchant_id, day, kind)
          do update set count = transfer_days.count + excluded.count,
                        satang = transfer_days.satang + excluded.satang;
        update transfer_rollup set rolled_up_id = last;
        commit;
      end loop;
    end
  $$`,
];

/** A build that was interrupted leaves an invalid index. */
const indexes: Readonly<Record<string, string>> = {
  order_states_completed: `on order_states (merchant_id, kind, completed_at, order_id)
    where completed_at is not null`,
  transfers_effective: 'on transfers (merchant_id, effective_at, id)',
  // Banks write transaction ids in either case, and in both.
  callbacks_transaction_form: `on callbacks (lower(transaction_id))
    where transaction_id is not null and order_id is not null`,
  callbacks_payer: `on callbacks ((payer ->> 'accountMask'))
    where payer is not null and order_id is not null`,
};

export async function up(knex: Knex): Promise<void> {
  for (const fill of fills) await knex.raw(fill.replaceAll('?', String.raw`\?`));
  for (const [name, definition] of Object.entries(indexes)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} ${definition}`);
  }
  // Beside its successor, Postgres would read all of it for a search. Until the rollout ends, the
  // previous release searches transaction ids without an index.
  await knex.raw('drop index concurrently if exists callbacks_transaction');
}

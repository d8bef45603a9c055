import type { Knex } from 'knex';

/** Each batch is committed, so the migration can be stopped and run again. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  // By the id of the order; a concurrent change of an order sets the columns itself.
  await knex.raw(`do $$
    declare
      after text := '';
      last text;
    begin
      loop
        select max(id) into last
        from (select id from orders where id > after order by id limit 5000) as batch;
        exit when last is null;
        update order_states
        set method = nullif(orders.method, 'qr'),
            fee_satang = orders.fee_satang, fee_vat_satang = orders.fee_vat_satang,
            moved_satang = moved_satang(orders.kind, orders.status, orders.amount_satang,
              orders.credited_satang, orders.reversed_satang)
        from orders
        where orders.id > after and orders.id <= last
          and (orders.status = 'succeeded' or orders.method <> 'qr'
            or orders.fee_satang is not null)
          and order_states.merchant_id = orders.merchant_id and order_states.kind = orders.kind
          and order_states.status = shown_status(orders.kind, orders.status,
            orders.amount_satang, orders.refunded_satang, orders.credited_satang,
            orders.reversed_satang)
          and order_states.created_at = orders.created_at
          and order_states.order_id = orders.id and order_states.method is null
          and order_states.moved_satang is null and order_states.fee_satang is null;
        after := last;
        commit;
      end loop;
    end
  $$`);
}

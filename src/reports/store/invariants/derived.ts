/** Rows that triggers and housekeeping derive. */
export const derived: Readonly<Record<string, string>> = {
  'rolled-up counts equal the counted orders': `
    with rolled_up as (
      select merchant_id, kind, status, hour, sum(count) as count from (
        select merchant_id, kind, status, hour, count from order_counts
        union all
        select merchant_id, kind, status, hour, change from order_count_changes
        where hour < (select rolled_up_until from order_rollup)
      ) as noted group by merchant_id, kind, status, hour
    ), counted as (
      select merchant_id, kind,
             shown_status(kind, status, amount_satang, refunded_satang, credited_satang,
                          reversed_satang) as status,
             date_trunc('hour', created_at, 'UTC') as hour, count(*) as count
      from orders where created_at < (select rolled_up_until from order_rollup)
      group by 1, 2, 3, 4
    )
    select merchant_id, kind, status, hour, rolled_up.count as rolled_up, counted.count as counted
    from rolled_up full join counted using (merchant_id, kind, status, hour)
    where coalesce(rolled_up.count, 0) <> coalesce(counted.count, 0)`,

  'order_states has every order once, with its present columns': `
    select coalesce(orders.id, order_states.order_id) as order_id
    from orders full join order_states
      on order_states.order_id = orders.id and order_states.merchant_id = orders.merchant_id
     and order_states.kind = orders.kind and order_states.created_at = orders.created_at
     and order_states.status = shown_status(orders.kind, orders.status, amount_satang,
                                            refunded_satang, credited_satang, reversed_satang)
     and order_states.expires_at is not distinct from orders.expires_at
     and order_states.completed_at is not distinct from orders.completed_at
     and order_states.payer_matches is not distinct from orders.payer_matches
     and order_states.method is not distinct from nullif(orders.method, 'qr')
     and order_states.fee_satang is not distinct from orders.fee_satang
     and order_states.fee_vat_satang is not distinct from orders.fee_vat_satang
     and order_states.moved_satang is not distinct from moved_satang(orders.kind, orders.status,
           amount_satang, credited_satang, reversed_satang)
    where orders.id is null or order_states.order_id is null`,

  'the pending callbacks and deliveries are those of their tables': `
    select coalesce(callbacks.id, callback_id) as id
    from (select id from callbacks where applied_at is null) as callbacks
    full join pending_callbacks on callback_id = callbacks.id
    where callbacks.id is null or callback_id is null
    union all
    select coalesce(deliveries.id, delivery_id)
    from (select id from deliveries where status = 'pending') as deliveries
    full join pending_deliveries on delivery_id = deliveries.id
    where deliveries.id is null or delivery_id is null`,
};

import type { Db } from '../src/platform/postgres/connect';
import { loadInBulk } from './load-in-bulk';

export interface Seeding {
  readonly orders: number;
  readonly days: number;
}

/** One of this number of orders is a refund of half or all of an earlier payment. */
const REFUND_EVERY = 33;
/** The distance from a payment to its refund, in orders. */
const REFUND_AFTER = 16;

/**
 * Makes all transfers this many days old. The ledger's trigger refuses it to every role, so the
 * owner disables it.
 */
export async function ageTransfers(db: Db, days: number): Promise<void> {
  await db.raw('alter table transfers disable trigger transfers_stay');
  await db.raw(
    `update transfers set (created_at, effective_at) =
       (select at, at from (values (now() - ? * interval '1 day')) as old(at))`,
    [days],
  );
  await db.raw('alter table transfers enable trigger transfers_stay');
}

/**
 * Inserts orders of one merchant, evenly distributed over the days until now: succeeded, expired
 * and failed payments with different amounts and QR codes, half of them with metadata, pending ones
 * in the last minutes, and refunds in every status. History, ledger and events are omitted.
 */
export async function seedLists(
  db: Db,
  merchantId: string,
  { orders, days }: Seeding,
): Promise<void> {
  await loadInBulk(db, ['orders', 'order_states', 'qr_codes'], async () => {
    await db.raw(seedOrders, { merchantId, orders, days });
    await db.raw(seedStates);
    await db.raw(`insert into qr_codes (id, order_id, payload)
    select 'qr_' || substr(id, 5), id, repeat('0', 120) from orders where kind = 'payment'`);
  });
  await db.raw(
    `insert into refunds (order_id, payment_id)
     select 're_' || lpad(n::text, 26, '0'), 'pay_' || lpad((n - :after)::text, 26, '0')
     from generate_series(:every::integer, :orders::integer, :every::integer) as n`,
    { after: REFUND_AFTER, every: REFUND_EVERY, orders },
  );
  // As after autovacuum on a table that has grown over months.
  for (const table of ['orders', 'order_states', 'qr_codes', 'refunds'])
    await db.raw(`vacuum analyze ${table}`);
}

// As the trigger of orders.
const seedStates = `
  insert into order_states (merchant_id, kind, status, created_at, order_id, expires_at,
                            completed_at, moved_satang)
  select merchant_id, kind, shown_status(kind, status, amount_satang, refunded_satang,
                                         credited_satang, reversed_satang),
         created_at, id, expires_at, completed_at,
         moved_satang(kind, status, amount_satang, credited_satang, reversed_satang)
  from orders`;

const seedOrders = `
  insert into orders (id, kind, method, merchant_id, status, amount_satang, received_satang,
                      refunding_satang, refunded_satang, ref, reference, metadata, sequence,
                      created_at, expires_at, completed_at)
  select case when kind = 'payment' then 'pay_' else 're_' end || lpad(n::text, 26, '0'),
         kind, case kind when 'payment' then 'qr' end, :merchantId, status,
         amount, case when kind = 'payment' and status = 'succeeded' then amount else 0 end,
         case kind when 'payment' then returned else 0 end,
         case kind when 'payment' then returned else 0 end,
         case kind when 'payment' then lpad(n::text, 20, '0') end, 'ORDER-' || n,
         case when kind = 'payment' and n % 2 = 1 then json_build_object(
           'cart', 'c-' || n, 'seller', 's-' || n % 500, 'channel', 'web') end, 2,
         created_at, case kind when 'payment' then created_at + interval '15 minutes' end,
         case status when 'succeeded' then created_at + interval '1 minute' end
  from (
    select n, date_trunc('milliseconds', now() - (:orders::integer - n)
             * (:days::integer * interval '1 day' / :orders::integer)) as created_at,
           case when n % ${REFUND_EVERY} = 0 then 'refund' else 'payment' end as kind,
           case when (n + ${REFUND_AFTER}) % ${REFUND_EVERY} = 0 or n % ${REFUND_EVERY} = 0
                then case when (n / ${REFUND_EVERY}) % 2 = 0 then 5000 else 10000 end
                else 0 end as returned
    from generate_series(1, :orders::integer) as n
  ) as made cross join lateral (
    -- Thirty common prices, and as many different ones as there are orders.
    select case when kind = 'refund' then returned when returned > 0 then 10000
                when n % 10 < 7 then (n % 30 + 1) * 1000
                else n % 100000 * 1000 + 100 end as amount
  ) as priced cross join lateral (
    select case
      when kind = 'refund' then case when n > :orders::integer - 5000 then 'processing'
                                     else 'succeeded' end
      when returned > 0 then 'succeeded'
      when n > :orders::integer - 100 then 'pending'
      when n % 16 = 1 then 'expired'
      when n % 40 = 2 then 'failed'
      else 'succeeded' end as status
  ) as ended`;

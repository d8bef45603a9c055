import { orderKinds, type OrderKind } from '../rules/kinds';
import type { DisplayStatus } from '../rules/display-status';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { displayStatus } from './order-rows';
import { LAST } from './order-search';

/** Of any merchant, as a list shows it. */
export interface FoundOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly status: DisplayStatus;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly createdAt: Date;
}

const found = sql`
  select orders.id, orders.kind, orders.amount_satang, orders.reference,
         ${displayStatus} as status,
         orders.merchant_id, merchants.name as merchant_name,
         orders.created_at
  from named
  -- The limit makes Postgres use the primary key for each, independent of its estimate.
  cross join lateral (select * from orders where orders.id = named.id limit 1) as orders
  join merchants on merchants.id = orders.merchant_id`;

/** Limits the callbacks that are read per transaction id. */
const TRANSFERS_READ = 1_000;
/** Limits the orders that are read by reference. */
const REFERENCES_READ = 1_000;

/**
 * By an id, a payment reference, a QR code's id, a bank transaction id or the prefix of a
 * merchant's reference, of all merchants; newest first. References are looked up per merchant,
 * since the index begins with the merchant.
 */
export async function findOrdersNamed(
  db: Db,
  term: string,
  limit: number,
): Promise<readonly FoundOrder[]> {
  return run<FoundOrder>(
    db,
    'find-orders-named',
    sql`with input as (
       select ${term}::text as term, lower(compared_text(${term})) as first,
              lower(compared_text(${`${term}${LAST}`})) as last,
              ${limit}::integer as places
     ), alike as materialized (
       select alike.id from input, merchants cross join lateral (
         select orders.id from orders
         where orders.merchant_id = merchants.id and orders.reference is not null
           and lower(compared_text(orders.reference)) collate "C" >= first
           and lower(compared_text(orders.reference)) collate "C" < last
         order by lower(compared_text(orders.reference)) collate "C" limit places) as alike
       limit ${raw(REFERENCES_READ)}
     ), named as (
       select orders.id from orders, input where orders.id in (term, lower(term))
       union select orders.id from orders, input where orders.ref = upper(term)
       union select order_id from (
         select order_id from callbacks
         where lower(transaction_id) = lower(${term}) and transaction_id is not null
           and order_id is not null
         limit ${raw(TRANSFERS_READ)}) as reported
       union select order_id from qr_codes, input where qr_codes.id = term
       union select id from alike
     )
     ${found}
     order by orders.created_at desc, orders.id desc limit ${limit}`,
  );
}

/** Both ends of the creation period are inclusive. */
export interface AmountTraits {
  readonly amountSatang: number;
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Newest first, of all merchants. Looked up per merchant and kind, by which the index begins. */
export function findOrdersOfAmount(
  db: Db,
  { amountSatang, from, until }: AmountTraits,
  limit: number,
): Promise<readonly FoundOrder[]> {
  return run<FoundOrder>(
    db,
    'find-orders-of-amount',
    sql`with named as materialized (
       select equal.id
       from merchants cross join unnest(${orderKinds}::text[]) as kinds(kind)
       cross join lateral (
         select id, created_at from orders
         where merchant_id = merchants.id and orders.kind = kinds.kind
           and amount_satang = ${amountSatang}::bigint
           and created_at >= ${from ?? '-infinity'}::timestamptz
           and created_at <= ${until ?? 'infinity'}::timestamptz
         order by created_at desc, id desc limit ${limit}) as equal
       order by equal.created_at desc, equal.id desc limit ${limit}
     )
     ${found}
     order by orders.created_at desc, orders.id desc`,
  );
}

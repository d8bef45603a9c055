import type { OrderKind } from '../domain/order';
import type { ShownStatus } from '../domain/standing';
import type { Db } from './connect';
import { run } from './connect';

/** An order of any merchant, as a list shows it. */
export interface FoundOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly status: ShownStatus;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly createdAt: Date;
}

const columns = `
  select orders.id, orders.kind, orders.amount_satang as "amountSatang", orders.reference,
         shown_status(orders.kind, orders.status, orders.amount_satang, orders.refunded_satang)
           as status,
         orders.merchant_id as "merchantId", merchants.name as "merchantName",
         orders.created_at as "createdAt"
  from orders join merchants on merchants.id = orders.merchant_id`;

/**
 * Orders of all merchants that somebody names by an id, by the code at the banks, by the id of a QR
 * code or by their reference; the newest first. A reference is looked up merchant by merchant, as
 * the index has it.
 */
export async function findOrdersNamed(
  db: Db,
  word: string,
  limit: number,
): Promise<readonly FoundOrder[]> {
  return run<FoundOrder>(
    db,
    'find-orders-named',
    `with asked as (select ?::text as word, ?::integer as places), named as (
       select orders.id from orders, asked where orders.id in (word, lower(word))
       union select orders.id from orders, asked where orders.ref = upper(word)
       union select order_id from qr_codes, asked where qr_codes.id = word
       union select alike.id from merchants, asked, lateral (
         select orders.id from orders
         where orders.merchant_id = merchants.id and orders.reference = word
         order by created_at desc limit places) as alike
     )
     ${columns} where orders.id in (select id from named)
     order by orders.created_at desc, orders.id desc limit ?`,
    [word, limit, limit],
  );
}

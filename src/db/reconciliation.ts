import type { Movement } from '../domain/reconciliation';
import type { Db } from './connect';

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Movements that the provider told us of and that were booked: those with one of these ids, and all
 * of the period. One that was told of twice is one.
 */
export async function findBookedMovements(
  db: Db,
  transactionIds: readonly string[],
  { since, until }: Period,
): Promise<readonly Movement[]> {
  const { rows } = (await db.raw(
    `select distinct on (callbacks.transaction_id)
       callbacks.transaction_id as "transactionId", named_order as "order",
       coalesce(booked_satang, callbacks.amount_satang, orders.amount_satang) as "amountSatang"
     from callbacks join orders on orders.id = callbacks.order_id
     where callbacks.heard = 'succeeded' and callbacks.transaction_id is not null
       and callbacks.applied_at is not null
       and (callbacks.transaction_id = any(?)
         or coalesce(callbacks.paid_at, callbacks.received_at) between ? and ?)
     order by callbacks.transaction_id, booked_satang nulls last, callbacks.received_at`,
    [[...transactionIds], since, until],
  )) as { rows: Movement[] };
  return rows;
}

/** Which of these the provider may name an order of ours by: its id, or its ref. */
export async function findNamedOrders(
  db: Db,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = (await db.raw(
    `select id as name from orders where id = any(?)
     union all select ref from orders where ref = any(?)`,
    [[...names], [...names]],
  )) as { rows: { readonly name: string }[] };
  return new Set(rows.map(({ name }) => name));
}

import type { BookedMovement, NamedOrder } from '../../domain/reconciliation';
import { kindsIn } from '../orders/kinds';
import type { Db } from '../postgres/connect';
import { bookedOf } from './movements';

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/**
 * The movements with one of these transaction ids, and all that took place from `since` until
 * before `until`; each with its booked amount.
 */
export async function findBookedMovements(
  db: Db,
  transactionIds: readonly string[],
  { since, until }: Period,
): Promise<readonly BookedMovement[]> {
  const { rows } = (await db.raw(
    `select transaction_id as "transactionId", direction, order_id as "orderId",
            named_order as "namedOrder", ${bookedOf('movements.id')} as "bookedSatang"
     from movements
     where transaction_id = any(?)
        or (coalesce(moved_at, created_at) >= ? and coalesce(moved_at, created_at) < ?)
     order by coalesce(moved_at, created_at), id`,
    [[...transactionIds], since, until],
  )) as { rows: BookedMovement[] };
  return rows;
}

/** The orders by the provider's references: our id, or the ref of a QR code. */
export async function findNamedOrders(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const { rows } = (await db.raw(
    `select named.name, orders.id,
            case when kind in (${kindsIn}) then 'in' else 'out' end as direction
     from (select id as name, id from orders where id = any(?)
           union all select ref, id from orders where ref = any(?)) as named
     join orders on orders.id = named.id`,
    [[...names], [...names]],
  )) as { rows: (NamedOrder & { readonly name: string })[] };
  return new Map(rows.map(({ name, id, direction }) => [name, { id, direction }]));
}

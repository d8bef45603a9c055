import type { BookedMovement, NamedOrder } from '../../domain/reconciliation';
import { kindsIn } from '../orders/kinds';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import { bookedOf } from './movements';

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/**
 * The movements with one of these transaction ids, and all that took place from `since` until
 * before `until`; each with its booked amount. Null for the movements at all accounts.
 */
export async function findBookedMovements(
  db: Db,
  transactionIds: readonly string[],
  { since, until }: Period,
  accountId: string | null,
): Promise<readonly BookedMovement[]> {
  return run<BookedMovement>(
    db,
    'find-booked-movements',
    sql`select transaction_id as "transactionId", direction, order_id as "orderId",
            named_order as "namedOrder", ${bookedOf('movements.id')} as "bookedSatang"
     from movements
     where (transaction_id = any(${transactionIds})
         or (coalesce(moved_at, created_at) >= ${since}
           and coalesce(moved_at, created_at) < ${until}))
       and account = coalesce(${accountId}, account)
     order by coalesce(moved_at, created_at), id`,
  );
}

/** The orders by the provider's references: our id, or the ref of a QR code. */
export async function findNamedOrders(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const rows = await run<NamedOrder & { readonly name: string }>(
    db,
    'find-named-orders',
    sql`select named.name, orders.id,
            case when kind in (${raw(kindsIn)}) then 'in' else 'out' end as direction
     from (select id as name, id from orders where id = any(${names})
           union all select ref, id from orders where ref = any(${names})) as named
     join orders on orders.id = named.id`,
  );
  return new Map(rows.map(({ name, id, direction }) => [name, { id, direction }]));
}

import type { BookedMovement, NamedOrder } from '../rules/reconciliation';
import { kindsIn } from '../../orders/rules/kinds/lists';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { idsFrom } from '../../platform/new-id';
import { bookedOf } from './movements';

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

export interface StatementNames {
  readonly transactionIds: readonly string[];
  /** The provider's references of orders, and the ids of those that are known. */
  readonly orders: readonly string[];
}

/**
 * By the reported time of a movement, and also by its recording where that time is missing or days
 * away. Otherwise an implausible time hides a booking from the statement of every period.
 */
const isIn = ({ since, until }: Period): Sql => sql`(
  coalesce(moved_at, created_at) >= ${since} and coalesce(moved_at, created_at) < ${until}
  or created_at >= ${since} and created_at < ${until}
    and moved_at not between created_at - interval '7 days' and created_at + interval '1 day')`;

/** Clocks of processes and of the database may differ. */
const ID_MARGIN_MS = 86_400_000;

/**
 * All that the statement may name, and all that took place in its period; each with its booked
 * amount. A null `accountId` stands for all accounts.
 */
export async function findBookedMovements(
  db: Db,
  { transactionIds, orders }: StatementNames,
  period: Period,
  accountId: string | null,
): Promise<readonly BookedMovement[]> {
  const { since, until } = period;
  const idsAt = (ms: number) => idsFrom('mov_', Math.max(0, ms));
  return run<BookedMovement>(
    db,
    'find-booked-movements',
    sql`select id, follows, transaction_id, direction, order_id,
            named_order, merchant_id,
            ${bookedOf('movements.id')} as booked_satang,
            ${isIn(period)} as is_in_period
     from movements
     where (transaction_id = any(${transactionIds})
         or transaction_id is null and order_id = any(${orders})
         or transaction_id is null and order_id is null and named_order = any(${orders})
         or coalesce(moved_at, created_at) >= ${since}
           and coalesce(moved_at, created_at) < ${until}
         or id >= ${idsAt(since.getTime() - ID_MARGIN_MS)}
           and id < ${idsAt(until.getTime() + ID_MARGIN_MS)} and ${isIn(period)})
       and account = coalesce(${accountId}, account)
     order by coalesce(moved_at, created_at), id`,
  );
}

/** By the provider's references in any case: our id, or the ref of a QR code. */
export async function findNamedOrders(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const rows = await run<NamedOrder & { readonly name: string }>(
    db,
    'find-named-orders',
    sql`select named.name, orders.id, merchant_id,
            case when kind in (${raw(kindsIn)}) then 'in' else 'out' end as direction
     from (select name, id from unnest(${names}::text[]) as given (name)
             join orders on id in (name, lower(name))
           union select name, id from unnest(${names}::text[]) as given (name)
             join orders on ref = upper(name)) as named
     join orders on orders.id = named.id`,
  );
  return new Map(rows.map(({ name, ...order }) => [name, order]));
}

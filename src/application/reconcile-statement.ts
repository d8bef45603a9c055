import { findBookedMovements, findNamedOrders } from '../db/reconciliation';
import type { Period } from '../db/reconciliation';
import { reconcile } from '../domain/reconciliation';
import type { Mismatch, Movement } from '../domain/reconciliation';
import type { Deps } from './deps';

export type { Mismatch, Movement, Period };

/** Lays the provider's statement of a period beside our books. Changes nothing. */
export async function reconcileStatement(
  { db }: Pick<Deps, 'db'>,
  statement: readonly Movement[],
  period: Period,
): Promise<readonly Mismatch[]> {
  const [booked, orders] = await Promise.all([
    findBookedMovements(
      db,
      statement.map(({ transactionId }) => transactionId),
      period,
    ),
    findNamedOrders(
      db,
      statement.map(({ order }) => order),
    ),
  ]);
  return reconcile(statement, booked, orders);
}

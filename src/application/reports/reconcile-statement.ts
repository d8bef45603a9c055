import { findBookedMovements, findNamedOrders } from '../../db/ledger/reconciliation';
import type { Period } from '../../db/ledger/reconciliation';
import { reconcile } from '../../domain/reconciliation';
import type { Mismatch, StatementLine } from '../../domain/reconciliation';
import type { Deps } from '../deps';

export type { Mismatch, Period, StatementLine };

/** Compares the provider's statement of a period with the ledger. Changes nothing. */
export async function reconcileStatement(
  { db }: Pick<Deps, 'db'>,
  statement: readonly StatementLine[],
  period: Period,
): Promise<readonly Mismatch[]> {
  const ids = statement.map(({ transactionId }) => transactionId);
  const names = statement.map(({ order }) => order);
  const [movements, orders] = await Promise.all([
    findBookedMovements(db, ids, period),
    findNamedOrders(db, names),
  ]);
  return reconcile(statement, { movements, orders });
}

import { findBookedMovements, findNamedOrders, type Period } from '../ledger/store/reconciliation';
import { findAccount } from '../providers/store/provider-accounts';
import { Problem } from '../kernel/rules/problem';
import { reconcile, type Mismatch, type StatementLine } from '../ledger/rules/reconciliation';
import type { Deps } from '../deps';

export type { Mismatch, Period, StatementLine };

/**
 * Compares the provider's statement of a period with the ledger. Changes nothing. With an account
 * the statement is of that account only: movements at other accounts are not expected in it, and an
 * equal bank transaction id of another account is another movement. Throws Problem
 * `provider_account_not_found`.
 */
export async function reconcileStatement(
  { db }: Pick<Deps, 'db'>,
  statement: readonly StatementLine[],
  period: Period,
  accountId: string | null = null,
): Promise<readonly Mismatch[]> {
  if (accountId !== null && (await findAccount(db, accountId)) === null) {
    throw new Problem('provider_account_not_found');
  }
  const names = statement.map(({ order }) => order);
  const orders = await findNamedOrders(db, names);
  const movements = await findBookedMovements(
    db,
    {
      transactionIds: statement.map(({ transactionId }) => transactionId),
      orders: [...names, ...[...orders.values()].map(({ id }) => id)],
    },
    period,
    accountId,
  );
  return reconcile(statement, { movements, orders });
}

import type { Merchant } from '../../db/accounts/merchants';
import * as withdrawals from '../../db/orders/withdrawals';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Withdrawal } from '../../db/orders/withdrawals';

/** Throws Problem `order_not_found`, also for another merchant's withdrawal. */
export async function findWithdrawal(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  orderId: string,
): Promise<withdrawals.Withdrawal> {
  const withdrawal = await withdrawals.findWithdrawal(deps.db, merchant.id, orderId);
  if (withdrawal === null) throw new Problem('order_not_found');
  return withdrawal;
}

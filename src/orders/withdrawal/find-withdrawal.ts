import type { Merchant } from '../../kernel/merchants/store';
import * as withdrawals from './store/withdrawals';
import { Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import { listed } from '../list-orders';

export type { Withdrawal } from './store/withdrawals';

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

export const { page: listWithdrawals, browse: browseWithdrawals } = listed<withdrawals.Withdrawal>(
  withdrawals.listWithdrawals,
);

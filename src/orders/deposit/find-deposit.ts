import * as deposits from './store/deposits';
import type { Merchant } from '../../kernel/merchants/store';
import { listSlips, type Slip } from './store/slips';
import type { ShownPayer } from './rules/payer-match';
import { Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import { findShownPayer } from '../payment/read-payer';
import { listed } from '../list-orders';

export type { Slip };
export type { Deposit } from './store/deposits';

export interface DescribedDeposit extends deposits.Deposit {
  /** Null until it is paid, or when the bank did not report it. */
  readonly payer: ShownPayer | null;
}

export const describeDeposit = async (
  deps: Pick<Deps, 'providers' | 'vault'>,
  deposit: deposits.Deposit,
): Promise<DescribedDeposit> => ({ ...deposit, payer: await findShownPayer(deps, deposit) });

export interface FoundDeposit {
  readonly deposit: DescribedDeposit;
  readonly slips: readonly Slip[];
}

/** Throws Problem `order_not_found`, also for another merchant's deposit. */
export async function findDeposit(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  merchant: Merchant,
  orderId: string,
): Promise<FoundDeposit> {
  const deposit = await deposits.findDeposit(deps.db, { merchantId: merchant.id, orderId });
  if (deposit === null) throw new Problem('order_not_found');
  const [described, slips] = await Promise.all([
    describeDeposit(deps, deposit),
    listSlips(deps.db, orderId),
  ]);
  return { deposit: described, slips };
}

export const { page: listDeposits, browse: browseDeposits } = listed<deposits.Deposit>(
  deposits.listDeposits,
);

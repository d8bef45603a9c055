import * as deposits from '../../db/orders/deposits';
import type { Deposit } from '../../db/orders/deposits';
import type { Merchant } from '../../db/accounts/merchants';
import { listSlips } from '../../db/orders/slips';
import type { Slip } from '../../db/orders/slips';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';
import { findPayer } from '../payments/find-payer';
import type { Payer } from '../payments/find-payer';

export type { Deposit, Payer, Slip };

/** A deposit with the related rows that its page and the API show. */
export interface FoundDeposit {
  readonly deposit: Deposit;
  readonly slips: readonly Slip[];
  readonly payer: Payer | null;
}

/**
 * A merchant's deposit with its slips. Throws Problem `order_not_found`, also for another
 * merchant's.
 */
export async function findDeposit(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  merchant: Merchant,
  orderId: string,
): Promise<FoundDeposit> {
  const deposit = await deposits.findDeposit(deps.db, { merchantId: merchant.id, orderId });
  if (deposit === null) throw new Problem('order_not_found');
  const [slips, payer] = await Promise.all([listSlips(deps.db, orderId), findPayer(deps, deposit)]);
  return { deposit, slips, payer };
}

import * as deposits from '../db/deposits';
import type { Deposit } from '../db/deposits';
import type { Merchant } from '../db/merchants';
import { listSlips } from '../db/slips';
import type { Slip } from '../db/slips';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';
import { findPayer } from './find-payer';
import type { Payer } from './find-payer';

export type { Deposit, Payer, Slip };

/** A deposit with all that its page and the API show of it. */
export interface FoundDeposit {
  readonly deposit: Deposit;
  readonly slips: readonly Slip[];
  readonly payer: Payer | null;
}

/** A merchant's own deposit with its slips. Throws Problem `order_not_found`, for another's too. */
export async function findDeposit(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchant: Merchant,
  orderId: string,
): Promise<FoundDeposit> {
  const deposit = await deposits.findDeposit(deps.db, { merchantId: merchant.id, orderId });
  if (deposit === null) throw new Problem('order_not_found');
  const [slips, payer] = await Promise.all([listSlips(deps.db, orderId), findPayer(deps, deposit)]);
  return { deposit, slips, payer };
}

import * as deposits from '../db/deposits';
import type { Deposit } from '../db/deposits';
import type { Merchant } from '../db/merchants';
import { listSlips } from '../db/slips';
import type { Slip } from '../db/slips';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';

export type { Deposit, Slip };

/** A merchant's own deposit with its slips. Throws Problem `order_not_found`, for another's too. */
export async function findDeposit(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  orderId: string,
): Promise<{ readonly deposit: Deposit; readonly slips: readonly Slip[] }> {
  const deposit = await deposits.findDeposit(deps.db, { merchantId: merchant.id, orderId });
  if (deposit === null) throw new Problem('order_not_found');
  return { deposit, slips: await listSlips(deps.db, orderId) };
}

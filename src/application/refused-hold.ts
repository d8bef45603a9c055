import { isBeyondLimit } from '../db/balances';
import type { Db } from '../db/connect';
import { Problem } from '../domain/problem';

/** Why no hold could be taken: too little is there, or else the limit of the day has been met. */
export async function refusedHold(
  trx: Db,
  merchantId: string,
  amountSatang: number,
): Promise<Problem> {
  const isBeyond = await isBeyondLimit(trx, merchantId, amountSatang);
  return new Problem(isBeyond ? 'payout_limit_exceeded' : 'insufficient_funds');
}

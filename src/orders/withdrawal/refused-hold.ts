import { findPayoutHold, isBeyondLimit } from '../../ledger/store/balances';
import type { Db } from '../../platform/postgres/connect';
import { Problem } from '../../kernel/rules/problem';

/** Payouts are held, the balance is too low, or the daily limit is reached. */
export async function refusedHold(
  trx: Db,
  merchantId: string,
  amountSatang: number,
): Promise<Problem> {
  const heldUntil = await findPayoutHold(trx, merchantId);
  if (heldUntil !== null) {
    const seconds = Math.ceil((heldUntil.getTime() - Date.now()) / 1000);
    return new Problem('payout_limit_exceeded', {
      message:
        `Payouts are on hold until ${heldUntil.toISOString()}: ` +
        'an owner or a limit changed, or the gateway was restored from a backup.',
      headers: { 'Retry-After': String(Math.max(1, seconds)) },
    });
  }
  const isBeyond = await isBeyondLimit(trx, merchantId, amountSatang);
  return new Problem(isBeyond ? 'payout_limit_exceeded' : 'insufficient_funds');
}

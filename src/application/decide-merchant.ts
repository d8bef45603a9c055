import { setDayLimit } from '../db/balances';
import { decideMerchant } from '../db/merchants';
import type { Merchant } from '../db/merchants';
import type { Actor } from '../domain/act';
import { Problem } from '../domain/problem';
import { commit } from './commit';
import type { Deps } from './deps';
import { recordOperatorAct } from './record-operator-act';

type Doing = Pick<Deps, 'db' | 'vault'>;

/**
 * Lets a merchant create, or no more. Its merchant reads in its own log that it was done, not why.
 * Throws Problem `merchant_not_found`, or `state_conflict` where it is so already.
 */
export async function setMerchantStatus(
  deps: Doing,
  actor: Actor,
  merchantId: string,
  { status, reason }: { readonly status: Merchant['status']; readonly reason: string },
): Promise<void> {
  await commit(deps, async (trx) => {
    const before = await decideMerchant(trx, merchantId, status, reason);
    if (before === null) throw new Problem('merchant_not_found');
    if (before === status) throw new Problem('state_conflict');
    const act = status === 'active' ? 'merchant.enabled' : 'merchant.disabled';
    await recordOperatorAct(deps, trx, actor, act, {
      subject: merchantId,
      detail: { reason },
      merchant: { id: merchantId, detail: {} },
    });
  });
}

/**
 * Bounds what withdrawals and refunds may ask for in a day; null lifts it. Throws Problem
 * `merchant_not_found`.
 */
export async function setMerchantLimit(
  deps: Doing,
  actor: Actor,
  merchantId: string,
  limitSatang: number | null,
): Promise<void> {
  await commit(deps, async (trx) => {
    const found = await setDayLimit(trx, merchantId, limitSatang);
    if (!found) throw new Problem('merchant_not_found');
    const detail = { limitSatang };
    await recordOperatorAct(deps, trx, actor, 'merchant.limit_set', {
      subject: merchantId,
      detail,
      merchant: { id: merchantId, detail },
    });
  });
}

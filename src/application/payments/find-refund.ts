import type { Merchant } from '../../db/accounts/merchants';
import * as refunds from '../../db/orders/refunds';
import type { Refund } from '../../db/orders/refunds';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Refund };

/** Throws Problem `refund_not_found`, also for another merchant's refund. */
export async function findRefund(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  refundId: string,
): Promise<Refund> {
  const refund = await refunds.findRefund(deps.db, merchant.id, refundId);
  if (refund === null) throw new Problem('refund_not_found');
  return refund;
}

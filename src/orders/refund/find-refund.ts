import type { Merchant } from '../../db/accounts/merchants';
import * as refunds from '../../db/orders/refunds';
import { orProblem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Refund } from '../../db/orders/refunds';

/** Throws Problem `refund_not_found`, also for another merchant's refund. */
export async function findRefund(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  refundId: string,
): Promise<refunds.Refund> {
  return orProblem(await refunds.findRefund(deps.db, merchant.id, refundId), 'refund_not_found');
}

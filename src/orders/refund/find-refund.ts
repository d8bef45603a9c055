import type { Merchant } from '../../kernel/merchants/store';
import * as refunds from './store/refunds';
import { orProblem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import { listed } from '../list-orders';

export type { Refund } from './store/refunds';

/** Throws Problem `refund_not_found`, also for another merchant's refund. */
export async function findRefund(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  refundId: string,
): Promise<refunds.Refund> {
  return orProblem(await refunds.findRefund(deps.db, merchant.id, refundId), 'refund_not_found');
}

export const { page: listRefunds, browse: browseRefunds } = listed<
  refunds.Refund,
  refunds.RefundFilter
>(refunds.listRefunds);

import type { Merchant } from '../../kernel/merchants/store';
import { orProblem, Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import type { Replaced } from '../store/checkouts';
import { findPayment } from '../store/orders';
import { CHAIN_MAX, findChain } from './store/chains';

/**
 * The place of a payment that tries `previousId` again under the same link; null without one.
 * `lockRenewable` decides whether it may. Throws Problem `payment_not_found`, also for another
 * merchant's, `state_conflict` when there is no place and for a payment of a payment link, whose
 * page starts payments, and `invalid_request` for another amount.
 */
export async function findReplaced(
  { db }: Pick<Deps, 'db'>,
  merchant: Pick<Merchant, 'id'>,
  asked: { readonly previousId?: string | null; readonly amountSatang: number },
): Promise<Replaced | null> {
  const { previousId = null, amountSatang } = asked;
  if (previousId === null) return null;
  const previous = orProblem(await findPayment(db, merchant.id, previousId), 'payment_not_found');
  if (previous.amountSatang !== amountSatang) {
    const message = 'amount must be that of the payment in previous_payment_id.';
    throw new Problem('invalid_request', { param: 'amount', message });
  }
  const chain = previous.chainId === null ? [] : await findChain(db, previous.chainId);
  const place = (chain.find(({ orderId }) => orderId === previousId)?.place ?? 1) + 1;
  if (place > CHAIN_MAX || previous.paymentLinkId !== null) throw new Problem('state_conflict');
  return { previousId, chainId: previous.chainId ?? previousId, place };
}

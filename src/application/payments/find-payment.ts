import type { Merchant } from '../../db/accounts/merchants';
import * as orders from '../../db/orders/orders';
import type { Payment } from '../../db/orders/orders';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Payment };

/** A merchant's own payment. Throws Problem `payment_not_found`, for another's too. */
export async function findPayment(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  paymentId: string,
): Promise<Payment> {
  const payment = await orders.findPayment(deps.db, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  return payment;
}

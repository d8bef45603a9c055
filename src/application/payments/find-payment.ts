import type { Merchant } from '../../db/accounts/merchants';
import * as orders from '../../db/orders/orders';
import type { Payment } from '../../db/orders/orders';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Payment };

/** Finds a merchant's payment. Throws Problem `payment_not_found`, also for another merchant's. */
export async function findPayment(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  paymentId: string,
): Promise<Payment> {
  const payment = await orders.findPayment(deps.db, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  return payment;
}

import type { Merchant } from '../db/merchants';
import * as orders from '../db/orders';
import type { Page, Payment, PaymentFilter, Position } from '../db/orders';
import type { Deps } from './deps';

export type { Page, Position };

export interface PaymentQuery extends Omit<PaymentFilter, 'merchantId'> {
  readonly limit: number;
  /** Rows to leave out, unless the page begins after a position. */
  readonly offset: number;
  readonly after: Position | null;
}

/** A page of a merchant's own payments, newest first. */
export async function listPayments(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  { limit, offset, after, ...filter }: PaymentQuery,
): Promise<Page<Payment>> {
  const slice = { limit, offset, after };
  return orders.listPayments(deps.db, { ...filter, merchantId: merchant.id }, slice);
}

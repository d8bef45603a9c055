import type { Merchant } from '../../kernel/merchants/store';
import * as orders from '../store/orders';
import type { ShownPayer } from '../deposit/rules/payer-match';
import { Problem } from '../../kernel/rules/problem';
import type { RefundMethod } from '../refund/rules/refund-method';
import { openNextAction, type NextAction } from '../../platform/observe/request-subject';
import type { Deps } from '../../deps';
import { findShownPayer } from './read-payer';
import { findRefundTerms } from '../refund/refund-terms';
import { listed } from '../list-orders';

export type { Payment } from '../store/orders';

export interface FoundPayment extends orders.Payment {
  /** Null: the merchant returns the money itself, from its own provider account. */
  readonly refundMethod: RefundMethod | null;
  /** The payer's; null when there is nothing to do. */
  readonly nextAction: NextAction | null;
  /** Null until the payment is paid, or when the bank did not report the payer. */
  readonly payer: ShownPayer | null;
}

export async function describePayment(
  deps: Pick<Deps, 'providers' | 'vault'>,
  payment: orders.Payment,
): Promise<FoundPayment> {
  const [{ method, isOwnMoney }, payer] = await Promise.all([
    findRefundTerms(deps, payment),
    findShownPayer(deps, payment),
  ]);
  const { status, nextActionSealed: sealed } = payment;
  const isRequired = status === 'pending' && sealed !== null;
  return {
    ...payment,
    refundMethod: isOwnMoney ? null : method,
    payer,
    nextAction: isRequired ? openNextAction(deps.vault, sealed) : null,
  };
}

/** Throws Problem `payment_not_found`, also for another merchant's payment. */
export async function findPayment(
  deps: Pick<Deps, 'db' | 'providers' | 'vault'>,
  merchant: Merchant,
  paymentId: string,
): Promise<FoundPayment> {
  const payment = await orders.findPayment(deps.db, merchant.id, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  return describePayment(deps, payment);
}

export const { page: listPayments, browse: browsePayments } = listed<
  orders.Payment,
  orders.PaymentFilter
>(orders.listPayments);

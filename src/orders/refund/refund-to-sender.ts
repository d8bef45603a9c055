import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { Problem } from '../../kernel/rules/problem';
import { newId } from '../../platform/new-id';
import type { BankAccount } from '../../platform/observe/request-subject';
import type { Db } from '../../platform/postgres/connect';
import type { Deps } from '../../deps';
import { findCallbackBody } from '../callbacks/store/callbacks';
import { readPayer } from '../payment/read-payer';
import { accountOf, findRefundTerms, refundableAmount } from './refund-terms';
import { lockRefundablePayment } from './store/refunds';
import { writeRefund } from './write-refund';

type Refunding = Pick<Deps, 'config' | 'db' | 'origin' | 'providers' | 'vault'>;

export interface RefundToSender {
  readonly refundId: string;
  readonly messages: readonly OutboxMessage[];
}

/** Null when the callback names no usable account. */
export const findSender = async (
  deps: Refunding,
  trx: Db,
  callbackId: string,
): Promise<BankAccount | null> =>
  accountOf(await readPayer(deps, await findCallbackBody(trx, callbackId)));

/**
 * Refunds money of the payer's that an operator has credited within the transaction. It is not the
 * merchant's to keep, so its people approve nothing. Throws Problem `payment_not_refundable`,
 * `refund_window_passed`, `refund_exceeds_remaining`, `insufficient_funds` or
 * `payout_limit_exceeded`.
 */
export async function refundToSender(
  deps: Refunding,
  trx: Db,
  {
    merchantId,
    paymentId,
    amountSatang,
    sender,
  }: {
    readonly merchantId: string;
    readonly paymentId: string;
    readonly amountSatang: number;
    readonly sender: BankAccount;
  },
): Promise<RefundToSender> {
  const payment = await lockRefundablePayment(trx, merchantId, paymentId);
  if (payment === null) throw new Problem('payment_not_found');
  const terms = await findRefundTerms(deps, payment);
  if (terms.method === 'native') {
    throw new Problem('payment_not_refundable', {
      message: 'The provider refunds charges only, to their payers. Return the money there.',
    });
  }
  const createdAt = new Date();
  const refundId = newId('re_', createdAt.getTime());
  const { messages } = await writeRefund(deps, trx, {
    isFree: true,
    orderId: refundId,
    merchantId,
    accountId: payment.accountId,
    amountSatang: refundableAmount(payment, terms, amountSatang),
    paymentId,
    refundMethod: terms.method,
    reason: null,
    metadata: null,
    account: sender,
    awaitsApproval: false,
    payeeDigest: null,
    createdAt,
  });
  return { refundId, messages };
}

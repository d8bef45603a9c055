import { feeOfPayout, type OrderFee } from '../../fees/rules/order-fee';
import { findPricing } from '../../fees/store/prices';
import { changes } from '../../ledger/rules/ledger';
import { recallPending } from '../../maturity/store/pending';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { sealSubject, type BankAccount } from '../../platform/observe/request-subject';
import type { Db } from '../../platform/postgres/connect';
import type { Deps } from '../../deps';
import { refusedHold } from '../withdrawal/refused-hold';
import { maskedDestination } from './refund-terms';
import { createRefund, type NewRefund } from './store/create-refund';

type Derived = 'routing' | 'fee' | 'recalled' | 'destination' | 'subjectSealed' | 'origin';

/**
 * Writes a refund of a locked payment to `account`, or a `native` one. Throws Problem
 * `insufficient_funds` or `payout_limit_exceeded`.
 */
export async function writeRefund(
  { vault, origin }: Pick<Deps, 'origin' | 'vault'>,
  trx: Db,
  {
    account,
    isFree = false,
    ...refund
  }: Omit<NewRefund, Derived> & {
    readonly account: BankAccount | null;
    /** The refund returns what was never the merchant's. */
    readonly isFree?: boolean;
  },
): Promise<{ readonly messages: readonly OutboxMessage[]; readonly fee: OrderFee | null }> {
  const { orderId, merchantId, accountId, paymentId, amountSatang } = refund;
  const priced = { merchantId, method: 'refund', accountId } as const;
  const pricing = isFree ? null : await findPricing(trx, priced);
  const fee = feeOfPayout(pricing, amountSatang, refund.createdAt);
  const needs = amountSatang + (fee?.heldSatang ?? 0);
  const recalled = await recallPending(trx, { merchantId, id: paymentId }, needs);
  const { created, messages } = await createRefund(trx, {
    ...refund,
    recalled,
    routing: null,
    fee,
    destination: maskedDestination(account),
    subjectSealed: sealSubject(vault, { kind: 'refund', paymentId, account }),
    origin: origin ?? null,
  });
  if (!created.has(orderId)) {
    const fromAvailable = amountSatang + changes(recalled).pending;
    throw await refusedHold(trx, merchantId, fromAvailable);
  }
  return { messages, fee };
}

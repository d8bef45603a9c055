import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { sealSubject, type BankAccount } from '../../platform/observe/request-subject';
import type { Db } from '../../platform/postgres/connect';
import type { Deps } from '../../deps';
import { refusedHold } from '../withdrawal/refused-hold';
import { maskedDestination } from './refund-terms';
import { createRefund, type NewRefund } from './store/create-refund';

type Derived = 'routing' | 'destination' | 'subjectSealed' | 'origin';

/**
 * Writes a refund of a locked payment to `account`, or a `native` one. Throws Problem
 * `insufficient_funds` or `payout_limit_exceeded`.
 */
export async function writeRefund(
  { vault, origin }: Pick<Deps, 'origin' | 'vault'>,
  trx: Db,
  { account, ...refund }: Omit<NewRefund, Derived> & { readonly account: BankAccount | null },
): Promise<readonly OutboxMessage[]> {
  const { orderId, merchantId, paymentId, amountSatang } = refund;
  const { created, messages } = await createRefund(trx, {
    ...refund,
    routing: null,
    destination: maskedDestination(account),
    subjectSealed: sealSubject(vault, { kind: 'refund', paymentId, account }),
    origin: origin ?? null,
  });
  if (!created.has(orderId)) throw await refusedHold(trx, merchantId, amountSatang);
  return messages;
}

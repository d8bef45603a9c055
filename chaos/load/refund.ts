import { disturbBeforePayment } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { create } from './create';
import type { RunContext } from './run-context';
import { followRequest } from './follow-request';
import { watchEnd } from './watch';

/** A paid payment with a full refund, or with two concurrent refunds of which one succeeds. */
export async function refund(context: RunContext, operation: Operation): Promise<void> {
  const paymentId = await sell(context, operation);
  if (paymentId === null) return;
  if (!operation.isContested) return refundSale(context, operation, paymentId, []);
  const rival = { ...operation, mark: `${operation.mark}-rival`, requestMode: 'keyed' } as const;
  await Promise.all([
    refundSale(context, operation, paymentId, [400]),
    refundSale(context, rival, paymentId, [400]),
  ]);
}

/** Creates a payment and pays it. Null if it did not succeed in time. */
async function sell(context: RunContext, operation: Operation): Promise<string | null> {
  const sale = { ...operation, mark: `${operation.mark}-sale`, repeat: 'nothing' } as const;
  const creation = {
    kind: 'payment',
    path: '/Thai/v1/qr-codes',
    body: { amount: bahtOf(operation), currency: 'THB', reference: sale.mark },
    idIn: (body: Readonly<Record<string, unknown>>) => body['payment_id'],
  } as const;
  const created = await create(context, sale, creation, 'keyed');
  if (created === null) return null;
  await context.bank.pay(String(created.body['qr_data']), 'pay', `pay-${sale.mark}`);
  const end = await watchEnd(context, sale, { kind: 'payment', orderId: created.orderId });
  return end === 'succeeded' ? created.orderId : null;
}

async function refundSale(
  context: RunContext,
  operation: Operation,
  paymentId: string,
  mayBe: readonly number[],
): Promise<void> {
  const created = await create(context, operation, {
    kind: 'refund',
    path: '/Thai/v1/refunds',
    body: {
      payment_id: paymentId,
      amount: bahtOf(operation),
      metadata: { mark: operation.mark },
    },
    idIn: (body) => body['refund_id'],
    // Concurrent payouts may have used the money of the modest merchant.
    mayBe: operation.merchant === 'modest' ? [...mayBe, 403] : mayBe,
  });
  if (created === null) return;
  const subject = { kind: 'refund', orderId: created.orderId } as const;
  await disturbBeforePayment(context, operation, subject);
  await followRequest(context, operation, subject, 'refund');
}

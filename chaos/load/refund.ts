import { disturbAtOnce } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { create } from './create';
import type { Field } from './field';
import { followRequest } from './follow-request';
import { watchEnd } from './watch';

/** A payment, and its money given back: all of it, or by two at once that only one can have. */
export async function refund(field: Field, operation: Operation): Promise<void> {
  const paymentId = await sell(field, operation);
  if (paymentId === null) return;
  if (!operation.isContested) return giveBack(field, operation, paymentId, []);
  const rival = { ...operation, mark: `${operation.mark}-rival`, asking: 'keyed' } as const;
  await Promise.all([
    giveBack(field, operation, paymentId, [400]),
    giveBack(field, rival, paymentId, [400]),
  ]);
}

/** A payment that was paid. Null when that was not seen. */
async function sell(field: Field, operation: Operation): Promise<string | null> {
  const sale = { ...operation, mark: `${operation.mark}-sale`, askedLater: 'nothing' } as const;
  const creation = {
    kind: 'payment',
    path: '/Thai/v1/qr-codes',
    body: { amount: bahtOf(operation), currency: 'THB', reference: sale.mark },
    idIn: (body: Readonly<Record<string, unknown>>) => body['payment_id'],
  } as const;
  const created = await create(field, sale, creation, 'keyed');
  if (created === null) return null;
  await field.bank.pay(String(created.body['qr_data']), 'pay', `pay-${sale.mark}`);
  const end = await watchEnd(field, sale, { kind: 'payment', orderId: created.orderId });
  return end === 'succeeded' ? created.orderId : null;
}

async function giveBack(
  field: Field,
  operation: Operation,
  paymentId: string,
  mayBe: readonly number[],
): Promise<void> {
  const created = await create(field, operation, {
    kind: 'refund',
    path: '/Thai/v1/refunds',
    body: {
      payment_id: paymentId,
      amount: bahtOf(operation),
      metadata: { mark: operation.mark },
    },
    idIn: (body) => body['refund_id'],
    // Of the modest shop's money others may have taken a part.
    mayBe: operation.shop === 'modest' ? [...mayBe, 403] : mayBe,
  });
  if (created === null) return;
  const subject = { kind: 'refund', orderId: created.orderId } as const;
  await disturbAtOnce(field, operation, subject);
  await followRequest(field, operation, subject, 'refund');
}

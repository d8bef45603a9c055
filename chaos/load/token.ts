import { disturbBeforePayment } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { create } from './create';
import type { RunContext } from './run-context';
import { followRequest } from './follow-request';

/** A payment by token. */
export async function token(context: RunContext, operation: Operation): Promise<void> {
  const created = await create(context, operation, {
    kind: 'payment',
    path: '/Thai/v1/payments',
    body: {
      token_id: operation.token,
      amount: bahtOf(operation),
      currency: 'THB',
      reference: operation.mark,
    },
    idIn: (body) => body['payment_id'],
  });
  if (created === null) return;
  const subject = { kind: 'payment', orderId: created.orderId } as const;
  await disturbBeforePayment(context, operation, subject);
  await followRequest(context, operation, subject, 'charge');
}

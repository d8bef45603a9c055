import { disturbAtOnce } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { create } from './create';
import type { Field } from './field';
import { followRequest } from './follow-request';

/** A customer's token, charged at the bank. */
export async function token(field: Field, operation: Operation): Promise<void> {
  const created = await create(field, operation, {
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
  await disturbAtOnce(field, operation, subject);
  await followRequest(field, operation, subject, 'charge');
}

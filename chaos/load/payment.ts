import { disturbAtOnce } from '../callbacks/disturb';
import { bahtOf } from './baht-of';
import type { Operation } from '../plan/operation';
import { create } from './create';
import type { Creation } from './create';
import type { Field } from './field';
import { reportMoney } from '../evidence/report-money';
import { payBill } from './pay-bill';

/** A QR code, and what a customer makes of it. */
export async function payment(field: Field, operation: Operation): Promise<void> {
  const { act, mark } = operation;
  const creationOf = (reference: string): Creation => ({
    kind: 'payment',
    path: '/Thai/v1/qr-codes',
    body: {
      amount: bahtOf(operation),
      currency: 'THB',
      reference,
      ...(act === 'deadline' ? { expiry_minutes: 1 } : {}),
    },
    idIn: (body) => body['payment_id'],
  });
  const created = await create(field, operation, creationOf(mark));
  if (created === null) return;
  const subject = { kind: 'payment', orderId: created.orderId } as const;
  await disturbAtOnce(field, operation, subject);
  if (act === 'end' || act === 'end and pay') await endPayment(field, operation, created.orderId);
  if (await reportMoney({ field, operation, subject, creationOf })) {
    await payBill(field, operation, subject, String(created.body['qr_data']));
  }
}

/** The merchant does not want the money any more. */
async function endPayment(field: Field, { shop }: Operation, paymentId: string): Promise<void> {
  const { notes, shops, apiUrl } = field;
  notes.ended.set(paymentId, false);
  const url = `${apiUrl}/Thai/v1/payments/${paymentId}/expire`;
  const { status, body } = await field.ask({ url, key: shops[shop].apiKey });
  if (status === 200) notes.ended.set(paymentId, true);
  else notes.wrong(`a payment could not be ended: ${status} ${body}`, paymentId);
}

import { disturbBeforePayment } from '../callbacks/disturb';
import { bahtOf } from './baht-of';
import type { Operation } from '../plan/operation';
import { create, type Creation } from './create';
import type { RunContext } from './run-context';
import { reportMoney } from '../evidence/report-money';
import { payBill } from './pay-bill';

/** A QR payment. */
export async function payment(context: RunContext, operation: Operation): Promise<void> {
  const { action, mark } = operation;
  const creationOf = (reference: string): Creation => ({
    kind: 'payment',
    path: '/Thai/v1/qr-codes',
    body: {
      amount: bahtOf(operation),
      currency: 'THB',
      reference,
      ...(action === 'deadline' ? { expiry_minutes: 1 } : {}),
    },
    idIn: (body) => body['payment_id'],
  });
  const created = await create(context, operation, creationOf(mark));
  if (created === null) return;
  const subject = { kind: 'payment', orderId: created.orderId } as const;
  await disturbBeforePayment(context, operation, subject);
  if (action === 'end' || action === 'end and pay')
    await endPayment(context, operation, created.orderId);
  if (await reportMoney({ context, operation, subject, creationOf })) {
    await payBill(context, operation, subject, String(created.body['qr_data']));
  }
}

/** The merchant expires the payment. */
async function endPayment(
  context: RunContext,
  { merchant }: Operation,
  paymentId: string,
): Promise<void> {
  const { log, merchants, apiUrl } = context;
  log.ended.set(paymentId, false);
  const url = `${apiUrl}/Thai/v1/payments/${paymentId}/expire`;
  const { status, body } = await context.callGateway({ url, key: merchants[merchant].apiKey });
  if (status === 200) log.ended.set(paymentId, true);
  else log.recordUnexpected(`expire request: ${status} ${body}`, paymentId);
}

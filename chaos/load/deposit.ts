import { orderDefinitions } from '../../src/orders/rules/kinds';
import { encodeBillPayment } from '../../src/kernel/rules/promptpay';
import { disturbBeforePayment } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { reportMoney } from '../evidence/report-money';
import { create, type Creation } from './create';
import type { RunContext } from './run-context';
import { payBill } from './pay-bill';

/** One grey pixel: a valid picture without a slip. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** A deposit that the customer pays, possibly with a slip. */
export async function deposit(context: RunContext, operation: Operation): Promise<void> {
  const { amountSatang, mark, hasSlip, merchant } = operation;
  const creationOf = (userName: string): Creation => ({
    kind: 'deposit',
    path: '/deposit/gw',
    body: {
      amount: bahtOf(operation),
      userName,
      firstName: 'Somchai',
      lastName: 'Jaidee',
      bankName: 'KBANK',
      accountNumber: '1234567890',
    },
    idIn: ({ data }) => (data as Readonly<Record<string, unknown>>)['orderId'],
  });
  const created = await create(context, operation, creationOf(mark));
  if (created === null) return;
  const { orderId } = created;
  const { ref } = created.body['data'] as { readonly ref: string };
  const subject = { kind: 'deposit', orderId } as const;
  await disturbBeforePayment(context, operation, subject);
  if (hasSlip) {
    const url = `${context.apiUrl}/deposit/gw/upload-slip`;
    const body = { orderId, ref, base64Image: PICTURE };
    const answer = await context.callGateway({
      url,
      key: context.merchants[merchant].apiKey,
      body,
    });
    if (answer.status !== 201) context.log.recordUnexpected(`slip upload: ${answer.body}`, orderId);
  }
  if (!(await reportMoney({ context, operation, subject, creationOf }))) return;
  // The QR code of the page.
  const { billerId } = context;
  const bill = { billerId, ref1: ref, ref2: orderDefinitions.deposit.ref2, amountSatang };
  await payBill(context, operation, subject, encodeBillPayment(bill));
}

import { DEPOSIT_REF2 } from '../../src/application/deposits/create-deposit';
import { encodeBillPayment } from '../../src/domain/promptpay';
import { disturbAtOnce } from '../callbacks/disturb';
import type { Operation } from '../plan/operation';
import { bahtOf } from './baht-of';
import { reportMoney } from '../evidence/report-money';
import { create } from './create';
import type { Creation } from './create';
import type { Field } from './field';
import { payBill } from './pay-bill';

/** One grey pixel: a picture, and no slip. What matters here is that it is looked at. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** A deposit whose customer pays from its page, and may hand in a picture. */
export async function deposit(field: Field, operation: Operation): Promise<void> {
  const { amountSatang, mark, hasSlip, shop } = operation;
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
  const created = await create(field, operation, creationOf(mark));
  if (created === null) return;
  const { orderId } = created;
  const { ref } = created.body['data'] as { readonly ref: string };
  const subject = { kind: 'deposit', orderId } as const;
  await disturbAtOnce(field, operation, subject);
  if (hasSlip) {
    const url = `${field.apiUrl}/deposit/gw/upload-slip`;
    const body = { orderId, ref, base64Image: PICTURE };
    const answer = await field.ask({ url, key: field.shops[shop].apiKey, body });
    if (answer.status !== 201) field.notes.wrong(`a slip was answered ${answer.body}`, orderId);
  }
  if (!(await reportMoney({ field, operation, subject, creationOf }))) return;
  // What the code on the page says.
  const { billerId } = field;
  const bill = { billerId, ref1: ref, ref2: DEPOSIT_REF2, amountSatang };
  await payBill(field, operation, subject, encodeBillPayment(bill));
}

import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';
import { resolveAs } from '../../../support/resolve';
import { transfersOf } from '../../../http/api/transfers';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

/** A payment of 100 baht, of which so much came and was accepted as paid in full. */
async function paid(amount: number): Promise<string> {
  const { payment_id: orderId } = await api.createQrCode({ amount: 100 });
  const payer = { bankName: 'SCB', accountNumber: '1234567890', accountName: 'Payer' };
  const report = { orderId, status: 'success', amount, transactionId: `T${orderId}`, payer };
  await api.post('/payment/gw/webhook', report, { key: PROVIDER_KEY });
  await transfersOf(api).applyAll();
  const exception = await api.deps.db('exceptions').where('order_id', orderId).first();
  if (exception !== undefined) {
    await resolveAs(api.deps.db, exception.id, 'accept', { rest: 'paid_in_full' });
  }
  return orderId;
}

const refund = (payment_id: string, amount?: number) =>
  api.post('/Thai/v1/refunds', { payment_id, ...(amount === undefined ? {} : { amount }) });

test('a payment that was credited with satang is refunded with satang in parts', async () => {
  const payment_id = await paid(99.5);
  expect((await refund(payment_id, 49.25)).body).toMatchObject({ amount: 49.25 });
  expect((await refund(payment_id, 0.255)).code).toBe('invalid_amount');
  expect((await refund(payment_id, 50.26)).code).toBe('refund_exceeds_remaining');
  expect((await refund(payment_id)).body).toMatchObject({ amount: 50.25 });
  const { body } = await api.get('/Thai/v1/transactions?type=refund');
  const { transactions } = body as { transactions: { amount: number }[] };
  expect(transactions.map(({ amount }) => amount)).toEqual([-50.25, -49.25]);
});

test('a payment in whole baht is refunded in whole baht', async () => {
  const payment_id = await paid(100);
  const answer = await refund(payment_id, 49.25);
  expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_amount', 'amount']);
  expect((await refund(payment_id, 49)).body).toMatchObject({ amount: 49 });
});

import { findViolations } from '../../src/reports/store/invariants';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { PROVIDER_KEY, startInstallation } from './installation';

/** The answer when the workflow applied the callback in time. */
const APPLIED = 'Applied.';

let installation: Awaited<ReturnType<typeof startInstallation>>;
beforeAll(async () => {
  installation = await startInstallation();
});
afterEach(async () => {
  expect(await findViolations(installation.knex)).toEqual([]);
});

async function create(request: object = {}) {
  const { body, status } = await installation.post(
    '/Thai/v1/qr-codes',
    { amount: 100, currency: 'THB', ...request },
    installation.merchant.apiKey,
  );
  expect(status).toBe(200);
  return { paymentId: String(body['payment_id']), qrData: String(body['qr_data']) };
}
const read = async (paymentId: string) =>
  (await installation.get(`/Thai/v1/payments/${paymentId}`, installation.merchant.apiKey)).body;
const call = (body: object, key = PROVIDER_KEY) =>
  installation.post('/payment/gw/webhook', body, key);

/** Sends a callback, and waits until it is applied: the answer waits at most a second. */
async function callback(body: object, key = PROVIDER_KEY) {
  const answer = await call(body, key);
  await until(
    async () => (await installation.knex('callbacks').where('applied_at', null)).length === 0,
    {
      describe: 'every callback was applied',
    },
  );
  return answer;
}
const available = async () =>
  (
    await installation
      .knex('balances')
      .where('merchant_id', installation.merchant.merchant.id)
      .first()
  ).available_satang as number;

test('a QR code paid in a bank app credits the merchant and sends a webhook', async () => {
  const receiver = await startReceiver();
  const registered = await installation.post(
    '/Thai/v1/webhooks',
    { url: receiver.url, events: ['Payment.succeeded'] },
    installation.merchant.apiKey,
  );
  expect(registered.status).toBe(200);
  const before = await available();
  const { paymentId, qrData } = await create({ reference: 'e2e' });
  expect((await installation.pay({ qrData })).status).toBe(201);
  const webhook = await receiver.waitFor(({ body }) => body.includes(paymentId));
  expect(JSON.parse(webhook.body)).toMatchObject({
    event: 'payment.succeeded',
    data: { payment_id: paymentId, status: 'succeeded', amount: 100, reference: 'e2e' },
  });
  expect(await read(paymentId)).toMatchObject({ status: 'succeeded', amount_received: 100 });
  expect(await available()).toBe(before + 10_000);
});

test("a callback's answer says “applied” only after the callback was applied", async () => {
  let applied = 0;
  for (let n = 0; n < 10; n++) {
    const { paymentId } = await create();
    const answer = await call({ orderId: paymentId, status: 'success' });
    expect(answer).toMatchObject({ status: 201, body: { status: true } });
    if (answer.body['message'] !== APPLIED) continue;
    applied++;
    expect(await read(paymentId)).toMatchObject({ status: 'succeeded' });
  }
  expect(applied).toBeGreaterThan(0);
});

test('fifty concurrent callbacks are all answered 201 and credited once', async () => {
  const { paymentId } = await create();
  const before = await available();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call({ orderId: paymentId, status: 'success' })),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 201, body: { status: true } });
  }
  await until(
    async () =>
      (await installation.knex('callbacks').where({ order_id: paymentId, applied_at: null }))
        .length === 0,
    { describe: 'every callback was applied' },
  );
  expect(await available()).toBe(before + 10_000);
});

test('a failure after success changes nothing and opens an exception', async () => {
  const { paymentId } = await create();
  await callback({ orderId: paymentId, status: 'success' });
  expect((await callback({ orderId: paymentId, status: 'failed' })).status).toBe(201);
  expect(await read(paymentId)).toMatchObject({ status: 'succeeded', failure: null });
  expect(await installation.knex('exceptions').where('order_id', paymentId).pluck('kind')).toEqual([
    'conflict',
  ]);
});

test('a success after failure is credited as late money', async () => {
  const { paymentId } = await create();
  await callback({ orderId: paymentId, status: 'declined' });
  expect(await read(paymentId)).toMatchObject({
    status: 'failed',
    failure: { code: 'payment_declined' },
  });
  await callback({ orderId: paymentId, status: 1001 });
  expect(await read(paymentId)).toMatchObject({ status: 'succeeded', late: true, failure: null });
});

test('a payment closed by its merchant can still be paid late', async () => {
  const { paymentId, qrData } = await create();
  const ended = await installation.post(
    `/Thai/v1/payments/${paymentId}/expire`,
    {},
    installation.merchant.apiKey,
  );
  expect(ended).toMatchObject({ status: 200, body: { status: 'expired' } });
  await installation.pay({ qrData });
  await until(async () => (await read(paymentId))['status'] === 'succeeded', {
    describe: 'the late money is credited',
  });
  expect(await read(paymentId)).toMatchObject({ late: true });
});

test('short, excess and second payments are all posted', async () => {
  const short = await create();
  const over = await create();
  const twice = await create();
  await installation.pay({ qrData: short.qrData, mode: 'short' });
  await installation.pay({ qrData: over.qrData, mode: 'over' });
  await installation.pay({ qrData: twice.qrData, mode: 'twice' });
  const kinds = async ({ paymentId }: { readonly paymentId: string }) =>
    (await installation.knex('exceptions').where('order_id', paymentId).pluck('kind')) as string[];
  await until(
    async () => (await Promise.all([short, over, twice].map(kinds))).every((k) => k.length === 1),
    { describe: 'each has opened its exception' },
  );
  expect(await read(short.paymentId)).toMatchObject({ status: 'pending', amount_received: 99 });
  expect(await read(over.paymentId)).toMatchObject({ status: 'succeeded', amount_received: 101 });
  expect(await read(twice.paymentId)).toMatchObject({ status: 'succeeded' });
  expect(await Promise.all([short, over, twice].map(kinds))).toEqual([
    ['amount_mismatch'],
    ['amount_mismatch'],
    ['duplicate_payment'],
  ]);
});

test('in sandbox mode a merchant can send callbacks for its own orders only', async () => {
  const { paymentId } = await create();
  const stranger = await callback(
    { orderId: paymentId, status: 'success' },
    installation.other.apiKey,
  );
  expect(stranger).toMatchObject({ status: 404, body: { status: false } });
  expect(await read(paymentId)).toMatchObject({ status: 'pending' });
  const own = await callback(
    { orderId: paymentId, status: 'success' },
    installation.merchant.apiKey,
  );
  expect(own.status).toBe(201);
  expect(await read(paymentId)).toMatchObject({ status: 'succeeded' });
});

test('a callback for an unknown order is stored, a later one is applied', async () => {
  const unknown = await callback({ orderId: 'NOSUCHREF00000000000', status: 'success' });
  expect(unknown).toMatchObject({ status: 404, body: { status: false } });
  expect(
    await installation.knex('callbacks').where('named_order', 'NOSUCHREF00000000000'),
  ).toMatchObject([{ order_id: null, outcome: 'unknown_order' }]);
  const { paymentId } = await create();
  const { ref } = await installation.knex('orders').where('id', paymentId).first('ref');
  expect((await callback({ orderId: ref, status: 'success' })).status).toBe(201);
  expect(await read(paymentId)).toMatchObject({ status: 'succeeded' });
});

test("the bank's records and the ledger agree to the satang", async () => {
  await until(
    async () =>
      Number((await installation.knex('callbacks').where('applied_at', null)).length) === 0,
    { describe: 'every callback was applied' },
  );
  const { body } = await installation.book();
  const transfers = body['transfers'] as { transactionId: string; amountSatang: number }[];
  const ours = await installation
    .knex('callbacks')
    .whereNotNull('booked_satang')
    .whereNotNull('transaction_id')
    .select('transaction_id as transactionId', 'booked_satang as amountSatang');
  const sorted = (rows: { transactionId: string; amountSatang: number }[]) =>
    rows
      .map(({ transactionId, amountSatang }) => `${transactionId} ${amountSatang}`)
      .toSorted((a, b) => a.localeCompare(b));
  expect(sorted(ours)).toEqual(sorted(transfers));
});

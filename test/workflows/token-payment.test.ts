import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Webhook } from 'standardwebhooks';
import { findViolations } from '../../src/reports/store/invariants';
import { testConfig, testMerchant, testWebhook } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { accepted, startProvider, type ScriptedProvider } from '../support/provider';
import { startReceiver } from '../support/receiver';
import { testTokenPayment } from '../support/refunds';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

let bank: ScriptedProvider;
let running: Running;
beforeAll(async () => {
  bank = await startProvider();
  const config = testConfig({ PAYOUT_INQUIRY_SECONDS: '1,2,3' });
  running = await startRunning(config, { provider: bank.provider });
});
beforeEach(() => {
  bank.otherwise.ask = null;
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function setUp() {
  const { knex } = running;
  const { merchant } = await testMerchant(knex);
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  return { merchant, balance };
}
const events = async (id: string) =>
  (await running
    .knex('events')
    .where('order_id', id)
    .orderBy('sequence')
    .pluck('name')) as string[];

const found = (status: string, more: object = {}) => ({
  status: 200,
  body: { status, amount: 100, ...more },
});

test("tok_success is charged once, under the payment's id, and sends a webhook", async () => {
  const { deps, client, call, closed } = running;
  const { merchant, balance } = await setUp();
  const receiver = await startReceiver();
  const subscribed = ['payment.pending', 'payment.succeeded'] as const;
  const { secret } = await testWebhook(deps, merchant, receiver.url, subscribed);
  const id = await testTokenPayment(deps, merchant, { reference: 'INV-9' });
  await until(() => bank.sends(id) === 1, { describe: 'the token is charged' });
  expect(await running.status(id)).toBe('pending');
  await call(id, { reported: 'succeeded', transactionId: 'C1', amountSatang: 10_000 });
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([10_000, 0]);
  expect(await events(id)).toEqual(['payment.pending', 'payment.succeeded']);
  const request = await receiver.waitFor(
    ({ body }) => body.includes(id) && body.includes('payment.succeeded'),
  );
  expect(
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>),
  ).toMatchObject({
    event: 'payment.succeeded',
    sequence: 2,
    data: {
      payment_id: id,
      status: 'succeeded',
      amount: 100,
      currency: 'THB',
      reference: 'INV-9',
      late: false,
      failure: null,
    },
  });
  expect(bank.asked.filter(({ orderId }) => orderId === id)).toEqual([
    {
      method: 'POST',
      path: '/charges',
      orderId: id,
      body: { orderId: id, amount: 100, currency: 'THB', token: 'tok_success' },
    },
  ]);
  await saveHistory(client, id, 'token-payment-succeeded');
});

test('tok_declined fails by a callback with its reason', async () => {
  const { deps, client, call, closed, knex } = running;
  const { merchant, balance } = await setUp();
  const receiver = await startReceiver();
  const { secret } = await testWebhook(deps, merchant, receiver.url, ['payment.failed']);
  const id = await testTokenPayment(deps, merchant, { tokenId: 'tok_declined' });
  await until(() => bank.sends(id) === 1, { describe: 'the token is charged' });
  const failure = { code: 'declined', message: 'The card was declined.' };
  await call(id, { reported: 'failed', failure });
  await closed(id);
  expect(await knex('orders').where('id', id).first()).toMatchObject({
    status: 'failed',
    failure_code: failure.code,
    failure_message: failure.message,
  });
  expect(await balance()).toEqual([0, 0]);
  expect(await events(id)).toEqual(['payment.pending', 'payment.failed']);
  const request = await receiver.waitFor(({ body }) => body.includes(id));
  expect(
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>),
  ).toMatchObject({ event: 'payment.failed', data: { payment_id: id, failure } });
  await saveHistory(client, id, 'token-payment-declined');
});

test('a refused charge fails at once with the code insufficient_funds', async () => {
  const { deps, closed, knex } = running;
  const { merchant } = await setUp();
  bank.scripts.send.push({
    status: 402,
    body: { error: { code: 'insufficient_funds', message: 'Too little on the account.' } },
  });
  const id = await testTokenPayment(deps, merchant, { tokenId: 'tok_insufficient_funds' });
  await closed(id);
  expect(await knex('orders').where('id', id).first()).toMatchObject({
    status: 'failed',
    failure_code: 'insufficient_funds',
  });
  expect([bank.sends(id), bank.asks(id)]).toEqual([1, 0]);
});

test('tok_timeout is inquired about on schedule and not charged again', async () => {
  const { deps, client, closed } = running;
  const { merchant, balance } = await setUp();
  bank.scripts.send.push('hang');
  bank.scripts.ask.push(found('processing'));
  bank.otherwise.ask = found('success', { transactionId: 'C2' });
  const id = await testTokenPayment(deps, merchant, { tokenId: 'tok_timeout' });
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([10_000, 0]);
  expect([bank.sends(id), bank.asks(id)]).toEqual([1, 2]);
  expect(await events(id)).toEqual(['payment.pending', 'payment.succeeded']);
  await saveHistory(client, id, 'token-payment-asked');
});

test('a charge unknown to the provider is submitted again under the same id', async () => {
  const { deps, call, closed } = running;
  const { merchant, balance } = await setUp();
  bank.scripts.send.push('cut', accepted);
  const id = await testTokenPayment(deps, merchant);
  await until(() => bank.sends(id) === 2, { describe: 'it was charged again' });
  await call(id, { reported: 'succeeded' });
  await closed(id);
  expect(await balance()).toEqual([10_000, 0]);
});

test('a callback before the charge is applied, and no charge is submitted', async () => {
  const { deps, call, closed } = running;
  const { merchant, balance } = await setUp();
  const held = { ...deps, outbox: { enqueue: () => {} } };
  const id = await testTokenPayment(held, merchant);
  await call(id, { reported: 'succeeded' });
  await closed(id);
  expect(await balance()).toEqual([10_000, 0]);
  expect(bank.sends(id)).toBe(0);
});

test('an answer and a callback about the same charge credit it once', async () => {
  const { deps, call, closed } = running;
  const { merchant, balance } = await setUp();
  bank.scripts.send.push('hang');
  bank.otherwise.ask = found('success', { transactionId: 'C3' });
  const id = await testTokenPayment(deps, merchant);
  await closed(id);
  await call(id, { reported: 'succeeded', transactionId: 'C3', amountSatang: 10_000 });
  await call(id, { reported: 'succeeded' });
  await until(
    async () =>
      (await running.knex('callbacks').where({ order_id: id, applied_at: null })).length === 0,
    { describe: 'all are applied' },
  );
  expect(await balance()).toEqual([10_000, 0]);
  expect(await running.knex('exceptions').where('order_id', id)).toEqual([]);
});

test('a success after a failed charge is late money, credited once', async () => {
  const { deps, call, closed } = running;
  const { merchant, balance } = await setUp();
  const id = await testTokenPayment(deps, merchant);
  await call(id, { reported: 'failed' });
  await closed(id);
  await call(id, { reported: 'succeeded', transactionId: 'C4' });
  await until(async () => (await running.status(id)) === 'succeeded', { describe: 'it is paid' });
  expect(await balance()).toEqual([10_000, 0]);
  expect(await events(id)).toEqual(['payment.pending', 'payment.failed', 'payment.succeeded']);
  expect(bank.sends(id)).toBeLessThanOrEqual(1);
});

test('the workflow history does not contain the token', async () => {
  const { deps, client, call, closed } = running;
  const { merchant } = await setUp();
  const id = await testTokenPayment(deps, merchant);
  await call(id, { reported: 'succeeded' });
  await closed(id);
  const history = historyToJSON(await client.workflow.getHandle(id).fetchHistory());
  const payloads = history.replaceAll(/"data":\s*"([^"]*)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  expect(payloads).toContain(id);
  expect(payloads).not.toContain('tok_');
});

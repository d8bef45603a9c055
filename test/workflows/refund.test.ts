import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Webhook } from 'standardwebhooks';
import { decideManualRefund } from '../../src/orders/refund/decide-manual-refund';
import { findRefund } from '../../src/orders/refund/find-refund';
import { findViolations } from '../../src/reports/store/invariants';
import { refundObject } from '../../src/kernel/events/rules/event-bodies';
import { testConfig, testMerchant, testPayment, testWebhook } from '../support/gateway';
import { resolveAs } from '../support/resolve';
import { saveHistory } from '../support/histories';
import { accepted, startProvider, type ScriptedProvider } from '../support/provider';
import { startReceiver } from '../support/receiver';
import { billAccount, putOnAccount } from '../support/provider-accounts';
import { payer, testRefund, testTokenPayment } from '../support/refunds';
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

/** A merchant with one payment of 100 baht, paid through its workflow. */
async function setUp() {
  const { deps, knex, call, closed } = running;
  const { merchant } = await testMerchant(knex);
  const paymentId = await testPayment(deps, merchant);
  const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
  await call(paymentId, { reported: 'succeeded', bodySealed });
  await closed(paymentId);
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const refundedSatang = async () => {
    const row = await knex('orders').where('id', paymentId).first();
    return [row.refunding_satang, row.refunded_satang] as [number, number];
  };
  const events = async (id: string) =>
    (await knex('events').where('order_id', id).orderBy('sequence').pluck('name')) as string[];
  return { merchant, paymentId, balance, refundedSatang, events };
}

const becomes = (id: string, status: string) =>
  until(async () => (await running.status(id)) === status, { describe: `${id} is ${status}` });
const found = (status: string, more: object = {}) => ({
  status: 200,
  body: { status, amount: 100, ...more },
});

test('a refund is submitted once, under its id, and its outcome sends a webhook', async () => {
  const { deps, client, call, closed } = running;
  const { merchant, paymentId, balance, refundedSatang, events } = await setUp();
  const receiver = await startReceiver();
  const subscribed = ['refund.completed', 'refund.failed'] as const;
  const { secret } = await testWebhook(deps, merchant, receiver.url, subscribed);
  const id = await testRefund(deps, merchant, { paymentId, reason: 'why', metadata: { a: 1 } });
  await becomes(id, 'processing');
  expect(await balance()).toEqual([0, 10_000]);
  expect(await events(id)).toEqual([]);
  await call(id, { reported: 'succeeded', transactionId: 'R1', amountSatang: 10_000 });
  await closed(id);
  expect(await balance()).toEqual([0, 0]);
  expect(await refundedSatang()).toEqual([10_000, 10_000]);
  expect(await events(id)).toEqual(['refund.completed']);

  const request = await receiver.waitFor(({ body }) => body.includes(id));
  const event = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  const refund = await findRefund(deps, merchant, id);
  expect(event).toEqual({
    id: request.headers['webhook-id'],
    event: 'refund.completed',
    sequence: 1,
    timestamp: expect.any(String),
    data: JSON.parse(JSON.stringify(refundObject(refund))) as unknown,
  });
  expect(event).toMatchObject({
    data: {
      refund_id: id,
      payment_id: paymentId,
      status: 'succeeded',
      amount: 100,
      reason: 'why',
      metadata: { a: 1 },
      destination: { type: 'bank_account', bank_name: 'SCB', account_number: 'xxx-x-x2333-x' },
      completed_at: expect.any(String),
    },
  });
  expect(bank.asked.filter(({ orderId }) => orderId === id)).toEqual([
    {
      method: 'POST',
      path: '/refunds',
      orderId: id,
      body: {
        orderId: id,
        amount: 100,
        currency: 'THB',
        paymentId,
        account: {
          bankCode: '014',
          bankName: 'SCB',
          accountNumber: '1112223334',
          accountName: 'สมหญิง ผู้จ่าย',
        },
      },
    },
  ]);
  await saveHistory(client, id, 'refund-completed');
});

test('a refused refund releases its hold, and the payment can be refunded again', async () => {
  const { deps, client, call, closed } = running;
  const { merchant, paymentId, balance, refundedSatang, events } = await setUp();
  const receiver = await startReceiver();
  const { secret } = await testWebhook(deps, merchant, receiver.url, ['refund.failed']);
  bank.scripts.send.push({
    status: 422,
    body: { error: { code: 'account_closed', message: 'Account 1112223334 is closed.' } },
  });
  const id = await testRefund(deps, merchant, { paymentId });
  await closed(id);
  expect(await balance()).toEqual([10_000, 0]);
  expect(await refundedSatang()).toEqual([0, 0]);
  expect(await events(id)).toEqual(['refund.failed']);
  const request = await receiver.waitFor(({ body }) => body.includes(id));
  expect(
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>),
  ).toMatchObject({
    event: 'refund.failed',
    sequence: 1,
    data: {
      refund_id: id,
      status: 'failed',
      failure: { code: 'account_closed' },
      completed_at: null,
    },
  });
  expect(request.body).not.toContain('1112223334');
  await saveHistory(client, id, 'refund-failed');

  const again = await testRefund(deps, merchant, { paymentId });
  await becomes(again, 'processing');
  await call(again, { reported: 'succeeded' });
  await closed(again);
  expect(await balance()).toEqual([0, 0]);
  expect(await refundedSatang()).toEqual([10_000, 10_000]);
});

test('a timed-out submission is inquired about, not repeated, and keeps its hold', async () => {
  const { deps, closed } = running;
  const { merchant, paymentId, balance } = await setUp();
  bank.scripts.send.push('hang');
  bank.scripts.ask.push(found('processing'));
  bank.otherwise.ask = found('success', { transactionId: 'R2' });
  const id = await testRefund(deps, merchant, { paymentId });
  await becomes(id, 'processing');
  expect(await balance()).toEqual([0, 10_000]);
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([0, 0]);
  expect([bank.sends(id), bank.asks(id)]).toEqual([1, 2]);
});

test('a refund unknown to the provider is submitted again under the same id', async () => {
  const { deps, call, closed } = running;
  const { merchant, paymentId, balance } = await setUp();
  bank.scripts.send.push('cut', accepted);
  const id = await testRefund(deps, merchant, { paymentId });
  await until(() => bank.sends(id) === 2, { describe: 'it was submitted again' });
  await call(id, { reported: 'succeeded' });
  await closed(id);
  expect(await balance()).toEqual([0, 0]);
});

test('a duplicate reference counts as submitted', async () => {
  const { deps, closed } = running;
  const { merchant, paymentId, balance } = await setUp();
  bank.scripts.send.push({
    status: 409,
    body: { error: { code: 'duplicate_reference', message: 'taken' } },
  });
  bank.otherwise.ask = found('failed', { failure: { code: 'closed', message: 'Closed.' } });
  const id = await testRefund(deps, merchant, { paymentId });
  await closed(id);
  expect(await running.status(id)).toBe('failed');
  expect(bank.sends(id)).toBe(1);
  expect(await balance()).toEqual([10_000, 0]);
});

test('a callback before the submission is applied instead of it', async () => {
  const { deps, call, closed } = running;
  const { merchant, paymentId, balance } = await setUp();
  const held = { ...deps, outbox: { enqueue: () => {} } };
  const id = await testRefund(held, merchant, { paymentId });
  await call(id, { reported: 'failed' });
  await closed(id);
  expect(await running.status(id)).toBe('failed');
  expect(await balance()).toEqual([10_000, 0]);
  expect(bank.sends(id)).toBe(0);
});

test('a callback that contradicts the outcome opens an exception and moves no money', async () => {
  const { deps, call, closed, knex } = running;
  const { merchant, paymentId, balance, refundedSatang, events } = await setUp();
  const id = await testRefund(deps, merchant, { paymentId });
  await call(id, { reported: 'succeeded' });
  await closed(id);
  await call(id, { reported: 'succeeded' });
  await call(id, { reported: 'failed' });
  const exceptions = () => knex('exceptions').where('order_id', id).pluck('kind');
  await until(async () => (await exceptions()).length > 0, { describe: 'an exception' });
  expect(await exceptions()).toEqual(['conflict']);
  expect(await balance()).toEqual([0, 0]);
  expect(await refundedSatang()).toEqual([10_000, 10_000]);
  expect(await events(id)).toEqual(['refund.completed']);
});

test('a repeated answer with a different amount opens one exception', async () => {
  const { deps, call, closed, knex } = running;
  const { merchant, paymentId, balance } = await setUp();
  bank.otherwise.ask = found('success', { amount: 99 });
  const id = await testRefund(deps, merchant, { paymentId });
  await until(() => bank.asks(id) >= 3, {
    describe: 'three inquiries were made',
  });
  expect(await knex('exceptions').where('order_id', id).pluck('kind')).toEqual(['amount_mismatch']);
  expect(await balance()).toEqual([0, 10_000]);
  // Part of the money has left: the failure does not release the hold. An operator resolves it.
  const [exceptionId = ''] = await knex('exceptions').where('order_id', id).pluck<string[]>('id');
  await call(id, { reported: 'failed' });
  expect(await balance()).toEqual([0, 10_000]);
  await resolveAs(knex, exceptionId, 'release');
  await closed(id);
  expect(await balance()).toEqual([10_000, 0]);
});

test('a refund of a token payment goes to the token', async () => {
  const { deps, call, closed } = running;
  const { merchant } = await setUp();
  const paymentId = await testTokenPayment(deps, merchant);
  await call(paymentId, { reported: 'succeeded' });
  await closed(paymentId);
  const id = await testRefund(deps, merchant, { paymentId });
  await becomes(id, 'processing');
  await call(id, { reported: 'succeeded' });
  await closed(id);
  expect(bank.asked.find(({ orderId }) => orderId === id)?.body).toEqual({
    orderId: id,
    amount: 100,
    currency: 'THB',
    paymentId,
    account: null,
  });
});

test('a manual refund waits for the decision of an operator, without a call', async () => {
  const { deps, knex, closed } = running;
  const { merchant, paymentId, balance, events } = await setUp();
  await putOnAccount(deps, paymentId, await billAccount(deps));
  const destination = {
    bankCode: '004',
    bankName: 'KBANK',
    accountNumber: '9876543210',
    accountName: 'สมหญิง ผู้จ่าย',
  };
  const id = await testRefund(deps, merchant, { paymentId, destination });
  const { client } = running;
  await until(
    async () => {
      const started = await client.workflow.count(`WorkflowId = '${id}'`);
      if (started.count === 0) return false;
      const { events: history } = await client.workflow.getHandle(id).fetchHistory();
      return history?.some(({ timerStartedEventAttributes: timer }) => Boolean(timer)) === true;
    },
    { describe: `the workflow of ${id} waits` },
  );
  const operator = { kind: 'operator', id: 'opr_test', address: null } as const;
  await decideManualRefund(deps, { actor: operator, scope: 'operators' }, id, {
    kind: 'paid',
    bankReference: 'BANK-1',
  });
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([0, 0]);
  expect(await events(id)).toEqual(['refund.completed']);
  expect(await knex('provider_requests').where('order_id', id).first()).toMatchObject({
    claims: 0,
    is_over: true,
  });
  expect(bank.asked.filter(({ orderId }) => orderId === id)).toEqual([]);
});

test('the workflow history contains no account number or name', async () => {
  const { deps, client, call, closed } = running;
  const { merchant, paymentId } = await setUp();
  const id = await testRefund(deps, merchant, { paymentId });
  await becomes(id, 'processing');
  await call(id, { reported: 'failed' });
  await closed(id);
  const history = historyToJSON(await client.workflow.getHandle(id).fetchHistory());
  const payloads = history.replaceAll(/"data":\s*"([^"]*)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  expect(payloads).toContain(id);
  expect(payloads).not.toContain('1112223334');
  expect(payloads).not.toContain('สมหญิง');
});

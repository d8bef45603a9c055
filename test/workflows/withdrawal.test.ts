import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Webhook } from 'standardwebhooks';
import { decideApproval } from '../../src/approvals/decide-approval';
import { findViolations } from '../../src/reports/store/invariants';
import { testApproval, testDecider } from '../support/approvals';
import { testConfig, testMerchant, testWebhook, testWithdrawal } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { accepted, startProvider, type ScriptedProvider } from '../support/provider';
import { startReceiver } from '../support/receiver';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

const every = [
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
] as const;

let bank: ScriptedProvider;
let running: Running;
beforeAll(async () => {
  bank = await startProvider();
  const config = testConfig({ PAYOUT_INQUIRY_SECONDS: '1,2,3' });
  running = await startRunning(config, { provider: bank.provider });
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function setUp() {
  const { merchant } = await testMerchant(running.knex, { openingSatang: 100_000 });
  const balance = async () => {
    const row = await running.knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const events = async (id: string) =>
    (await running
      .knex('events')
      .where('order_id', id)
      .orderBy('sequence')
      .pluck('name')) as string[];
  return { merchant, balance, events };
}

const becomes = (id: string, status: string) =>
  until(async () => (await running.status(id)) === status, { describe: `${id} is ${status}` });
const payout = (status: string, more: object = {}) => ({
  status: 200,
  body: { status, amount: 100, ...more },
});

test('a payout is submitted once, under the order id, and sends a webhook per step', async () => {
  const { deps, client, call, closed, knex } = running;
  const { merchant, balance, events } = await setUp();
  const receiver = await startReceiver();
  const { secret } = await testWebhook(deps, merchant, receiver.url, every);
  const id = await testWithdrawal(deps, merchant);
  expect(await balance()).toEqual([90_000, 10_000]);
  await becomes(id, 'processing');
  await call(id, { reported: 'succeeded', transactionId: 'T1', amountSatang: 10_000 });
  const request = await receiver.waitFor(
    ({ body }) => body.includes('withdrawal.succeeded') && body.includes(id),
  );
  expect(
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>),
  ).toMatchObject({
    event: 'withdrawal.succeeded',
    sequence: 3,
    data: {
      order_id: id,
      status: 'succeeded',
      amount: 100,
      username: 'customer1',
      bank_name: 'KBANK',
      failure: null,
    },
  });
  expect(request.body).not.toContain('1234567890');
  await closed(id);
  expect(await balance()).toEqual([90_000, 0]);
  expect(await events(id)).toEqual([
    'withdrawal.pending',
    'withdrawal.processed',
    'withdrawal.succeeded',
  ]);
  expect(bank.asked.filter(({ orderId }) => orderId === id)).toEqual([
    {
      method: 'POST',
      path: '/payouts',
      orderId: id,
      body: {
        orderId: id,
        amount: 100,
        currency: 'THB',
        bankCode: '004',
        bankName: 'KBANK',
        accountNumber: '1234567890',
        accountName: 'สมชาย ใจดี',
      },
    },
  ]);
  expect(await knex('provider_requests').where('order_id', id).first('is_over')).toEqual({
    is_over: true,
  });
  await saveHistory(client, id, 'withdrawal-paid');
});

test('a refused payout fails at once and releases its hold', async () => {
  const { deps, client, closed, knex } = running;
  const { merchant, balance, events } = await setUp();
  bank.scripts.send.push({
    status: 422,
    body: { error: { code: 'account_not_found', message: 'No such account.' } },
  });
  const id = await testWithdrawal(deps, merchant);
  await closed(id);
  expect(await balance()).toEqual([100_000, 0]);
  expect(await knex('orders').where('id', id).first()).toMatchObject({
    status: 'failed',
    failure_code: 'account_not_found',
    failure_message: 'No such account.',
  });
  expect(await events(id)).toEqual(['withdrawal.pending', 'withdrawal.failed']);
  await saveHistory(client, id, 'withdrawal-refused');
});

test('a timed-out submission is inquired about, not repeated, and keeps its hold', async () => {
  const { deps, client, closed } = running;
  const { merchant, balance } = await setUp();
  bank.scripts.send.push('hang');
  bank.scripts.ask.push(payout('processing'), payout('processing'));
  bank.otherwise.ask = payout('success', { transactionId: 'T2' });
  const id = await testWithdrawal(deps, merchant);
  await becomes(id, 'processing');
  expect(await balance()).toEqual([90_000, 10_000]);
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([90_000, 0]);
  expect([bank.sends(id), bank.asks(id)]).toEqual([1, 3]);
  await saveHistory(client, id, 'withdrawal-asked');
});

test('a payout unknown to the provider is submitted again under the same id', async () => {
  const { deps, closed } = running;
  const { merchant, balance } = await setUp();
  bank.scripts.send.push('cut', accepted);
  bank.scripts.ask.push({
    status: 404,
    body: { error: { code: 'payout_not_found', message: '' } },
  });
  bank.otherwise.ask = payout('success', { transactionId: 'T3' });
  const id = await testWithdrawal(deps, merchant);
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([90_000, 0]);
  expect(bank.sends(id)).toBe(2);
});

test('a duplicate reference counts as submitted', async () => {
  const { deps, closed } = running;
  const { merchant } = await setUp();
  bank.scripts.send.push({
    status: 409,
    body: { error: { code: 'duplicate_reference', message: 'taken' } },
  });
  bank.otherwise.ask = payout('failed', { failure: { code: 'closed', message: 'Closed.' } });
  const id = await testWithdrawal(deps, merchant);
  await closed(id);
  expect(await running.status(id)).toBe('failed');
  expect(bank.sends(id)).toBe(1);
});

test('a callback before the submission is applied, and nothing is submitted', async () => {
  const { deps, call, closed } = running;
  const { merchant, balance } = await setUp();
  const held = { ...deps, outbox: { enqueue: () => {} } };
  const id = await testWithdrawal(held, merchant);
  await call(id, { reported: 'succeeded' });
  await closed(id);
  expect(await running.status(id)).toBe('succeeded');
  expect(await balance()).toEqual([90_000, 0]);
  expect(bank.sends(id)).toBe(0);
});

test('the workflow history contains no account number or name', async () => {
  const { deps, client, call, closed } = running;
  const { merchant } = await setUp();
  const id = await testWithdrawal(deps, merchant, { accountNumber: '5556667778' });
  await becomes(id, 'processing');
  await call(id, { reported: 'failed', transactionId: 'T4' });
  await closed(id);
  const history = historyToJSON(await client.workflow.getHandle(id).fetchHistory());
  const payloads = history.replaceAll(/"data":\s*"([^"]*)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  expect(payloads).toContain(id);
  expect(payloads).not.toContain('5556667778');
  expect(payloads).not.toContain('สมชาย');
});

test('a payout that needs an approval is sent once after it, or fails without it', async () => {
  const { deps, knex } = running;
  const { merchant, balance, events } = await setUp();
  const team = { realm: 'merchant', merchantId: merchant.id } as const;
  const { audit } = await testDecider(deps, merchant);
  const approved = await testApproval(deps, merchant);
  const rejected = await testApproval(deps, merchant);
  const isWaiting = async () =>
    (await knex('outbox_messages').whereIn('subject', [approved.orderId, rejected.orderId]))
      .length === 0;
  await until(isWaiting, { describe: 'both workflows have started' });
  await decideApproval(deps, audit, team, approved.approvalId, 'approve');
  await becomes(approved.orderId, 'processing');
  await decideApproval(deps, audit, team, rejected.approvalId, 'reject');
  await running.closed(rejected.orderId);
  expect(await events(rejected.orderId)).toEqual(['withdrawal.pending', 'withdrawal.failed']);
  expect(await balance()).toEqual([90_000, 10_000]);
  const ids = [approved.orderId, rejected.orderId];
  const asked = bank.asked.filter(({ orderId }) => ids.includes(orderId));
  const sent = asked.filter(({ method }) => method === 'POST');
  expect(sent.map(({ orderId }) => orderId)).toEqual([approved.orderId]);
  // A slow answer is followed by an inquiry. The rejected payout has neither.
  expect(new Set(asked.map(({ orderId }) => orderId))).toEqual(new Set([approved.orderId]));
});

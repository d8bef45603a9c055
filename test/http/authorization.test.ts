import { newApiKey } from '../../src/application/authenticate';
import { insertApiKey, revokeApiKey } from '../../src/db/merchants';
import { newId } from '../../src/lib/new-id';
import {
  testDeposit,
  testMerchant,
  testPayment,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { testDelivery } from '../support/deliveries';
import { testPaidPayment, testRefund } from '../support/refunds';
import type { Receiver } from '../support/receiver';
import { PROVIDER_KEY, startApi } from './api';
import type { Api } from './api';

/** Who calls, in the order of the columns below. `stranger` is another merchant. */
const callers = [
  'nobody',
  'unknown',
  'revoked',
  'provider',
  'owner',
  'disabled',
  'stranger',
] as const;
type Caller = (typeof callers)[number];

/** Every operation and every caller. An operation that is missing here fails the first test. */
const matrix: Readonly<Record<string, readonly number[]>> = {
  createQrCode: [401, 401, 401, 401, 200, 403, 200],
  readQrCodeImage: [200, 200, 200, 200, 200, 200, 200],
  readPayment: [401, 401, 401, 401, 200, 200, 404],
  listPayments: [401, 401, 401, 401, 200, 200, 200],
  listTransactions: [401, 401, 401, 401, 200, 200, 200],
  expirePayment: [401, 401, 401, 401, 200, 200, 404],
  createTokenPayment: [401, 401, 401, 401, 200, 403, 200],
  createRefund: [401, 401, 401, 401, 200, 403, 404],
  readRefund: [401, 401, 401, 401, 200, 200, 404],
  listRefunds: [401, 401, 401, 401, 200, 200, 200],
  createWebhook: [401, 401, 401, 401, 200, 403, 200],
  listWebhooks: [401, 401, 401, 401, 200, 200, 200],
  readWebhook: [401, 401, 401, 401, 200, 200, 404],
  deleteWebhook: [401, 401, 401, 401, 200, 200, 404],
  changeWebhook: [401, 401, 401, 401, 200, 200, 404],
  rotateWebhookSecret: [401, 401, 401, 401, 200, 200, 404],
  testWebhook: [401, 401, 401, 401, 200, 200, 404],
  listDeliveries: [401, 401, 401, 401, 200, 200, 404],
  redeliver: [401, 401, 401, 401, 200, 200, 404],
  replayWebhook: [401, 401, 401, 401, 200, 200, 404],
  readReplay: [401, 401, 401, 401, 200, 200, 404],
  listEvents: [401, 401, 401, 401, 200, 200, 200],
  readEvent: [401, 401, 401, 401, 200, 200, 404],
  createDeposit: [401, 401, 401, 401, 201, 403, 201],
  uploadSlip: [401, 401, 401, 401, 201, 201, 404],
  readDeposit: [401, 401, 401, 401, 200, 200, 404],
  listDeposits: [401, 401, 401, 401, 200, 200, 200],
  createWithdrawal: [401, 401, 401, 401, 201, 403, 201],
  readWithdrawal: [401, 401, 401, 401, 200, 200, 404],
  listWithdrawals: [401, 401, 401, 401, 200, 200, 200],
  readBalance: [401, 401, 401, 401, 200, 200, 200],
  listBalanceEntries: [401, 401, 401, 401, 200, 200, 200],
  showDepositPage: [200, 200, 200, 200, 200, 200, 200],
  readDepositState: [200, 200, 200, 200, 200, 200, 200],
  showDepositQr: [200, 200, 200, 200, 200, 200, 200],
  saveDepositQr: [200, 200, 200, 200, 200, 200, 200],
  sendSlip: [303, 303, 303, 303, 303, 303, 303],
  readPageAsset: [200, 200, 200, 200, 200, 200, 200],
  paymentCallback: [401, 401, 401, 201, 201, 201, 404],
  refundCallback: [401, 401, 401, 201, 201, 201, 404],
  depositCallback: [401, 401, 401, 201, 201, 201, 404],
  withdrawalCallback: [401, 401, 401, 201, 201, 201, 404],
  welcome: [200, 200, 200, 200, 200, 200, 200],
  readHealth: [200, 200, 200, 200, 200, 200, 200],
  readReadiness: [200, 200, 200, 200, 200, 200, 200],
  readMetrics: [200, 200, 200, 200, 200, 200, 200],
  readOpenApi: [200, 200, 200, 200, 200, 200, 200],
  readDocs: [200, 200, 200, 200, 200, 200, 200],
  readDocsAsset: [200, 200, 200, 200, 200, 200, 200],
  listExceptions: [401, 401, 401, 401, 401, 401, 401],
  listOpenPayments: [401, 401, 401, 200, 401, 401, 401],
};

/** Enough for every withdrawal of this file. */
const RICH = { openingSatang: 10_000_000 };

let api: Api;
let receiver: Receiver;
let keys: Readonly<Record<Exclude<Caller, 'disabled'>, string | null>>;

beforeAll(async () => {
  api = await startApi({}, RICH);
  receiver = await startReceiver();
  const revoked = newApiKey('sandbox');
  const { key, ...kept } = revoked;
  const merchantId = api.merchant.id;
  await insertApiKey(api.deps.db, { id: 'key_revoked', merchantId, name: 'old', ...kept });
  await revokeApiKey(api.deps.db, 'key_revoked');
  keys = {
    nobody: null,
    unknown: newApiKey('sandbox').key,
    revoked: key,
    provider: PROVIDER_KEY,
    owner: api.apiKey,
    stranger: (await testMerchant(api.deps.db, RICH)).apiKey,
  };
});

const slipForm = [
  '--x',
  'Content-Disposition: form-data; name="slip"; filename="slip.gif"',
  'Content-Type: image/gif',
  '',
  'GIF89a',
  '--x--',
  '',
].join('\r\n');

/** A replay that has ended, so that another can begin. */
async function testReplay(webhookId: string, merchantId: string): Promise<string> {
  const id = newId('rpl_');
  const none = { since: new Date(), until: new Date(), only_failed: true, total: 0 };
  const ended = { ...none, status: 'done', finished_at: new Date() };
  await api.deps
    .db('replays')
    .insert({ id, merchant_id: merchantId, webhook_id: webhookId, ...ended });
  return id;
}

/** A request that would succeed, were it the owner's, on objects of the merchant's own. */
async function requestFor(operation: string, merchant = api.merchant) {
  const { db } = api.deps;
  const paymentId = await testPayment(api.deps, merchant);
  const { orderId: depositId, ref, pageToken } = await testDeposit(api.deps, merchant);
  const withdrawalId = await testWithdrawal(api.deps, merchant);
  const paidId = await testPaidPayment(api.deps, merchant);
  const refundId = await testRefund(api.deps, merchant, { paymentId: paidId, amountSatang: 100 });
  const qrCode = await db('qr_codes').where('order_id', paymentId).first('id');
  await db('webhooks').where('merchant_id', merchant.id).update({ status: 'deleted' });
  const { webhookId } = await testWebhook(api.deps, merchant, receiver.url, ['payment.pending']);
  const { deliveryId, eventId } = await testDelivery(api.deps, merchant);
  const replayId = await testReplay(webhookId, merchant.id);
  const paths: Readonly<Record<string, string>> = {
    readQrCodeImage: `/Thai/qr-codes/${qrCode.id}/image`,
    readPayment: `/Thai/v1/payments/${paymentId}`,
    expirePayment: `/Thai/v1/payments/${paymentId}/expire`,
    readWebhook: `/Thai/v1/webhooks/${webhookId}`,
    deleteWebhook: `/Thai/v1/webhooks/${webhookId}`,
    changeWebhook: `/Thai/v1/webhooks/${webhookId}`,
    rotateWebhookSecret: `/Thai/v1/webhooks/${webhookId}/rotate-secret`,
    testWebhook: `/Thai/v1/webhooks/${webhookId}/test`,
    listDeliveries: `/Thai/v1/webhooks/${webhookId}/deliveries`,
    redeliver: `/Thai/v1/webhook-deliveries/${deliveryId}/redeliver`,
    replayWebhook: `/Thai/v1/webhooks/${webhookId}/replay`,
    readReplay: `/Thai/v1/webhook-replays/${replayId}`,
    readEvent: `/Thai/v1/events/${eventId}`,
    readDeposit: `/deposit/gw/${depositId}`,
    readWithdrawal: `/withdraw/gw/${withdrawalId}`,
    readRefund: `/Thai/v1/refunds/${refundId}`,
    readDocsAsset: '/docs/docs.css',
    showDepositPage: `/pay/${pageToken}`,
    readDepositState: `/pay/${pageToken}/state`,
    showDepositQr: `/pay/${pageToken}/qr-code.png`,
    saveDepositQr: `/pay/${pageToken}/qr.png`,
    sendSlip: `/pay/${pageToken}/slip`,
    readPageAsset: '/pay-assets/page.css',
  };
  const bodies: Readonly<Record<string, object | string>> = {
    createQrCode: { amount: 100, currency: 'THB' },
    createWebhook: { url: receiver.url, events: ['payment.succeeded'] },
    changeWebhook: { description: 'till 7' },
    replayWebhook: { since: '2020-01-01T00:00:00Z' },
    paymentCallback: { orderId: paymentId, status: 'failed' },
    createDeposit: {
      amount: 100,
      userName: 'customer1',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      bankName: 'SCB',
      accountNumber: '1234567890',
    },
    uploadSlip: { orderId: depositId, ref, base64Image: 'R0lGODlhAQABAAAAACw=' },
    createWithdrawal: {
      amount: 100,
      username: 'customer1',
      firstNameTH: 'สมชาย',
      lastNameTH: 'ใจดี',
      bankName: 'SCB',
      accountNumber: '1234567890',
    },
    sendSlip: slipForm,
    depositCallback: { orderId: depositId, status: 'failed' },
    withdrawalCallback: { orderId: withdrawalId, status: 'failed' },
    createTokenPayment: { token_id: 'tok_success', amount: 100, currency: 'THB' },
    createRefund: { payment_id: paidId },
    refundCallback: { orderId: refundId, status: 'failed' },
  };
  const facts = api.operations.find(({ name }) => name === operation);
  if (facts === undefined) throw new Error(`no operation ${operation}`);
  return {
    method: facts.method,
    path: paths[operation] ?? facts.path,
    body: bodies[operation],
    headers: operation === 'sendSlip' ? { 'content-type': 'multipart/form-data; boundary=x' } : {},
  };
}

/** All that a request can change. */
async function state(): Promise<string> {
  const { db } = api.deps;
  const tables = [
    'orders',
    'webhooks',
    'callbacks',
    'dispatches',
    'idempotency_keys',
    'events',
    'balances',
    'transfers',
    'slips',
    'exceptions',
    'deliveries',
    'replays',
  ];
  return JSON.stringify(await Promise.all(tables.map((table) => db(table).select('*'))));
}

it('the matrix names every operation, and no other', () => {
  expect(Object.keys(matrix).sort()).toEqual(api.operations.map(({ name }) => name).sort());
});

/** Its merchant, and the key that it sends. */
async function callAs(caller: Caller) {
  if (caller !== 'disabled') return { merchant: api.merchant, key: keys[caller] };
  const { merchant, apiKey } = await testMerchant(api.deps.db, RICH);
  await api.deps.db('merchants').where('id', merchant.id).update({ status: 'disabled' });
  return { merchant, key: apiKey };
}

describe.each(Object.entries(matrix))('%s', (operation, statuses) => {
  it.each(callers.map((caller, column) => [caller, statuses[column]] as const))(
    'called by %s answers %d, and what is refused changes nothing',
    async (caller, expected) => {
      const { merchant, key } = await callAs(caller);
      const { method, path, body, headers } = await requestFor(operation, merchant);
      const before = await state();
      const answer = await api.call(method, path, { key, body, headers });
      expect(answer.status).toBe(expected);
      if (answer.status >= 400) expect(await state()).toBe(before);
      if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );
});

describe('a credential', () => {
  it.each([
    ['without the scheme', (key: string) => key],
    ['with another scheme', (key: string) => `Basic ${key}`],
    ['with something after it', (key: string) => `Bearer ${key} x`],
    ['one character short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['that is empty', () => 'Bearer '],
    ['in capitals', (key: string) => `Bearer ${key.toUpperCase()}`],
  ])('%s is 401', async (_name, write) => {
    const headers = { authorization: write(api.apiKey) };
    const answer = await api.get('/v1/payments', { key: null, headers });
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
  });

  it('is taken with the scheme in any case', async () => {
    const headers = { authorization: `bearer ${api.apiKey}` };
    expect((await api.get('/v1/payments', { key: null, headers })).status).toBe(200);
  });

  it('is worth nothing once it is revoked, and another of the merchant goes on', async () => {
    const { key, ...kept } = newApiKey('sandbox');
    const merchantId = api.merchant.id;
    await insertApiKey(api.deps.db, { id: 'key_second', merchantId, name: 'second', ...kept });
    expect((await api.get('/v1/payments', { key })).status).toBe(200);
    await revokeApiKey(api.deps.db, 'key_second');
    expect((await api.get('/v1/payments', { key })).status).toBe(401);
    expect((await api.get('/v1/payments')).status).toBe(200);
  });
});

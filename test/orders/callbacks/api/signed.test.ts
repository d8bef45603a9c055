import { createHmac } from 'node:crypto';
import { paymentCallbacks } from '../../../../sandbox/bank/callbacks/new-callback';
import { createGateway } from '../../../../sandbox/bank/gateway';
import type { Payment } from '../../../../sandbox/bank/records';
import { findViolations } from '../../../../src/reports/store/invariants';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { closeAfterFile } from '../../../support/close-after-file';
import { testPayment } from '../../../support/gateway';
import { putOnAccount, testAccount, type TestAccount } from '../../../support/provider-accounts';
import { PROVIDER_KEY, startApi, type Api } from '../../../http/api';

/*
 * A callback to an account with signing secrets needs the bearer key and a signature. Otherwise it
 * is answered 401, counted, and changes nothing.
 */

const SECRET = 'signing-secret-0123456789-abcdefgh';
const FORMER = 'former-secret-0123456789-abcdefghi';
const OTHER = 'another-secret-0123456789-abcdefgh';

let api: Api;
let account: TestAccount;
beforeAll(async () => {
  const { config, deps } = (api = await startApi());
  account = await testAccount(deps, PROVIDER_KEY, null, { callbackSecrets: [SECRET, FORMER] });
  // The account of the environment signs too.
  Object.assign(deps.providers.default.settings, { callbackSecrets: [SECRET, FORMER] });
  expect(config.mode).toBe('sandbox');
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const nowSeconds = () => Math.floor(Date.now() / 1000);
function signature(body: string, { secret = SECRET, agoSeconds = 0 } = {}): string {
  const time = nowSeconds() - agoSeconds;
  return `t=${time},v1=${hmac(secret, `${time}.${body}`)}`;
}

const places = [
  { place: 'the account of the environment', pathOf: () => '/payment/gw/webhook' },
  { place: 'an account of the database', pathOf: () => `${account.path}/payment` },
];

async function refusals(): Promise<number> {
  const { values } = await api.deps.metrics.securityEvents.get();
  return values.find(({ labels }) => labels['event'] === 'callback_refused')?.value ?? 0;
}

/** All rows that a callback could change. */
async function books(): Promise<unknown> {
  const { db } = api.deps;
  const tables = ['orders', 'balances', 'transfers', 'callbacks', 'exceptions', 'outbox_messages'];
  return Promise.all(tables.map((table) => db(table).select('*').orderBy(1)));
}

interface Variant {
  readonly title: string;
  readonly header: (body: string) => string | null;
  readonly key?: () => string;
  readonly altered?: true;
}

test.each([
  ['with a current secret among others is accepted', [OTHER, SECRET], { kind: 'accepted' }],
  ['with another secret is rejected', [OTHER], { kind: 'rejected', reason: 'HTTP 401' }],
  ['without a secret is rejected', [], { kind: 'rejected', reason: 'HTTP 401' }],
])('a callback of the sandbox bank %s', async (_title, secrets, result) => {
  const orderId = await testPayment(api.deps, api.merchant);
  const bank = createGateway(api.url, PROVIDER_KEY, secrets);
  closeAfterFile(() => bank.close());
  const { signal } = new AbortController();
  const [callback] = paymentCallbacks(
    {
      orderId,
      purpose: 'payment',
      payer: { bankName: 'SCB', accountNumber: '1234567890', accountName: 'PAYER' },
      transfers: [{ transactionId: `T ${orderId}`, amountSatang: 10_000 }],
    } as unknown as Payment,
    new Date().toISOString(),
  );
  if (callback === undefined) throw new Error('the bank sends no callback');
  expect(await bank.sendCallback(callback, signal)).toEqual(result);
  await applyPending(api.deps.db, orderId);
});

describe.each(places)('a callback to $place', ({ place, pathOf }) => {
  async function newPayment(): Promise<string> {
    const id = await testPayment(api.deps, api.merchant);
    if (place.includes('database')) await putOnAccount(api.deps, id, account.id);
    return id;
  }
  const bodyFor = (orderId: string) =>
    JSON.stringify({ orderId, status: 'success', amount: 100, transactionId: `T ${orderId}` });
  const send = (body: string, header: string | null, key: string = PROVIDER_KEY) =>
    api.post(pathOf(), body, {
      key,
      headers: header === null ? {} : { 'callback-signature': header },
    });

  it.each<Variant>([
    { title: 'no signature', header: () => null },
    { title: 'an empty signature', header: () => '' },
    { title: 'an altered body', header: (body) => signature(body), altered: true },
    { title: 'another secret', header: (body) => signature(body, { secret: OTHER }) },
    {
      title: 'the bearer key as secret',
      header: (body) => signature(body, { secret: PROVIDER_KEY }),
    },
    { title: 'a time 6 minutes ago', header: (body) => signature(body, { agoSeconds: 360 }) },
    { title: 'a time in 6 minutes', header: (body) => signature(body, { agoSeconds: -360 }) },
    {
      title: 'a newer time than the signed one',
      header: (body) => signature(body, { agoSeconds: 60 }).replace(/t=\d+/, `t=${nowSeconds()}`),
    },
    { title: 'another scheme', header: (body) => signature(body).replace('v1=', 'v0=') },
    { title: 'no time', header: (body) => signature(body).replace(/^t=\d+,/, '') },
    {
      title: 'a signature of the body alone',
      header: (body) => `t=${nowSeconds()},v1=${hmac(SECRET, body)}`,
    },
    {
      title: 'no valid bearer key',
      header: (body) => signature(body),
      key: () => 'sk_test_0123456789',
    },
    { title: "a merchant's key alone", header: () => null, key: () => api.apiKey },
    {
      title: "a merchant's key and a signature",
      header: (body) => signature(body),
      key: () => api.apiKey,
    },
  ])('with $title gets 401, is counted and changes nothing', async ({ header, key, altered }) => {
    const body = bodyFor(await newPayment());
    const before = await books();
    const counted = await refusals();
    const sent = altered === true ? body.replace('"amount":100', '"amount":101') : body;
    const answer = await send(sent, header(body), key?.());
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    expect(await refusals()).toBe(counted + 1);
    expect(await books()).toEqual(before);
  });

  it.each([
    ['the current secret', (body: string) => signature(body)],
    ['the former secret', (body: string) => signature(body, { secret: FORMER })],
    ['a time 4 minutes ago', (body: string) => signature(body, { agoSeconds: 240 })],
    [
      'signatures of an unknown and the current secret',
      (body: string) => signature(body).replace(',', `,v1=${'0'.repeat(64)},`),
    ],
  ])('with %s is applied, and once when replayed', async (_title, header) => {
    const orderId = await newPayment();
    const body = bodyFor(orderId);
    const signed = header(body);
    expect((await send(body, signed)).status).toBe(201);
    await applyPending(api.deps.db, orderId);
    expect((await send(body, signed)).status).toBe(201);
    await applyPending(api.deps.db, orderId);
    const { db } = api.deps;
    expect(await db('orders').where('id', orderId).pluck('status')).toEqual(['succeeded']);
    expect(await db('transfers').where('order_id', orderId).pluck('kind')).toEqual(['receive']);
    expect(await db('exceptions').where('order_id', orderId)).toEqual([]);
  });
});

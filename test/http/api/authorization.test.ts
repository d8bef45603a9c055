import { newApiKey } from '../../../src/merchants/authenticate';
import { insertApiKey, revokeApiKey } from '../../../src/merchants/store/api-keys';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { testMerchant } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { versionsOf } from '../../support/table-versions';
import { PROVIDER_KEY, startApi, type Api } from '../api';
import { requestFor } from '../operation-requests';

/**
 * The callers, in the order of the columns below. `rotated` is the owner with the key that replaced
 * the `revoked` one, `stranger` another merchant.
 */
const callers = [
  'nobody',
  'unknown',
  'revoked',
  'provider',
  'operator',
  'owner',
  'rotated',
  'disabled',
  'stranger',
] as const;
type Caller = (typeof callers)[number];

/** The expected status of each operation by caller. A missing operation fails the first test. */
const matrix: Readonly<Record<string, readonly number[]>> = {
  createQrCode: [401, 401, 401, 401, 401, 200, 200, 403, 200],
  readQrCodeImage: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readPayment: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listPayments: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  listTransactions: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  expirePayment: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  createTokenPayment: [401, 401, 401, 401, 401, 200, 200, 403, 200],
  createPaymentLink: [401, 401, 401, 401, 401, 200, 200, 403, 200],
  listPaymentLinks: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  readPaymentLink: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  changePaymentLink: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  stopPaymentLink: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  createMonthlyMail: [401, 401, 401, 401, 401, 200, 200, 403, 404],
  listMonthlyMails: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  stopMonthlyMail: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  createRefund: [401, 401, 401, 401, 401, 200, 200, 403, 404],
  readRefund: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listRefunds: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  createWebhook: [401, 401, 401, 401, 401, 200, 200, 403, 200],
  listWebhooks: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  readWebhook: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  deleteWebhook: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  changeWebhook: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  rotateWebhookSecret: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  testWebhook: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listDeliveries: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  redeliver: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  replayWebhook: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  readReplay: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listEvents: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  readEvent: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  createDeposit: [401, 401, 401, 401, 401, 201, 201, 403, 201],
  uploadSlip: [401, 401, 401, 401, 401, 201, 201, 201, 404],
  readDeposit: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listDeposits: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  createWithdrawal: [401, 401, 401, 401, 401, 201, 201, 403, 201],
  readWithdrawal: [401, 401, 401, 401, 401, 200, 200, 200, 404],
  listWithdrawals: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  readBalance: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  listApprovals: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  listBalanceEntries: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  listPrices: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  readBalanceStatement: [401, 401, 401, 401, 401, 200, 200, 200, 200],
  showDepositPage: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readDepositState: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  showDepositQr: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  saveDepositQr: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  showPaymentLink: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  payPaymentLink: [303, 303, 303, 303, 303, 303, 303, 409, 303],
  showMonthlyUnsubscribe: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  endMonthlySubscription: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  showCheckoutReceipt: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  saveCheckoutReceipt: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  renewPayment: [303, 303, 303, 303, 303, 303, 303, 409, 303],
  // The sandbox bank is not running.
  payInSandbox: [503, 503, 503, 503, 503, 503, 503, 503, 503],
  sendSlip: [303, 303, 303, 303, 303, 303, 303, 303, 303],
  readLogo: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  // No brand is set.
  readBrandLogo: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  readBrandStyles: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  readPageAsset: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  paymentCallback: [401, 401, 401, 201, 401, 201, 201, 201, 404],
  refundCallback: [401, 401, 401, 201, 401, 201, 201, 201, 404],
  depositCallback: [401, 401, 401, 201, 401, 201, 201, 201, 404],
  withdrawalCallback: [401, 401, 401, 201, 401, 201, 201, 201, 404],
  accountCallbackTest: [401, 401, 401, 200, 401, 401, 401, 401, 401],
  // The generic connector needs a topic.
  accountCallback: [401, 401, 401, 404, 401, 401, 401, 401, 401],
  accountTopicCallback: [401, 401, 401, 201, 401, 401, 401, 401, 401],
  welcome: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readHealth: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readReadiness: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readMetrics: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readSecurityTxt: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readRobotsTxt: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readProvidersOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readOperatorsOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readDocs: [303, 303, 303, 303, 303, 303, 303, 303, 303],
  readDocsAsset: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readDocsPage: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  listExceptions: [401, 401, 401, 401, 200, 401, 401, 401, 401],
  listOpenPayments: [401, 401, 401, 200, 401, 401, 401, 401, 401],
};

/**
 * Differences in live mode: merchants cannot send callbacks, and sandbox operations do not exist.
 */
const live: Readonly<Record<string, readonly number[]>> = {
  paymentCallback: [401, 401, 401, 201, 401, 401, 401, 401, 401],
  refundCallback: [401, 401, 401, 201, 401, 401, 401, 401, 401],
  depositCallback: [401, 401, 401, 201, 401, 401, 401, 401, 401],
  withdrawalCallback: [401, 401, 401, 201, 401, 401, 401, 401, 401],
  // No operator has verified these businesses.
  createPaymentLink: [401, 401, 401, 401, 401, 403, 403, 403, 401],
  payInSandbox: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  listOpenPayments: [404, 404, 404, 404, 404, 404, 404, 404, 404],
};

/** A balance sufficient for every withdrawal of this file. */
const RICH = { openingSatang: 10_000_000 };

const OPERATOR_KEY = 'an-operator-key-for-tests';
const SECURITY_CONTACT = 'mailto:security@pay.example';
/** No provider listens on it, whatever else runs on the machine. */
const PROVIDER_URL = 'http://127.0.0.1:9';
const MODES = {
  sandbox: { PROVIDER_URL },
  live: { PROVIDER: 'gw', PROVIDER_URL, BILLER_ID: '012345678901234' },
} as const;
type Mode = keyof typeof MODES;

interface Deployment {
  readonly api: Api;
  readonly keys: Readonly<Record<Exclude<Caller, 'disabled'>, string | null>>;
  readonly disabled: { readonly merchant: Merchant; readonly key: string };
}

const deployments = {} as Record<Mode, Deployment>;
let api: Api;
let receiver: Receiver;

async function deploy(mode: Mode): Promise<Deployment> {
  const deployed = await startApi(
    { OPERATOR_KEY, SECURITY_CONTACT, TRUSTED_PROXIES: '1', ...MODES[mode] },
    RICH,
  );
  const { db } = deployed.deps;
  const merchantId = deployed.merchant.id;
  const revoked = newApiKey(deployed.config.mode);
  const rotated = newApiKey(deployed.config.mode);
  for (const [id, { key: _key, ...kept }] of Object.entries({ revoked, rotated })) {
    await insertApiKey(db, {
      id: `key_${id}`,
      merchantId,
      name: id,
      permissions: ['withdraw'],
      ...kept,
    });
  }
  await revokeApiKey(db, 'key_revoked', null);
  const keys = {
    nobody: null,
    unknown: newApiKey(deployed.config.mode).key,
    revoked: revoked.key,
    provider: PROVIDER_KEY,
    operator: OPERATOR_KEY,
    owner: deployed.apiKey,
    rotated: rotated.key,
    stranger: (await testMerchant(db, RICH)).apiKey,
  };
  const { merchant, apiKey } = await testMerchant(db, { ...RICH, mode: deployed.config.mode });
  await db('merchants').where('id', merchant.id).update({ status: 'disabled' });
  return { api: deployed, keys, disabled: { merchant, key: apiKey } };
}

beforeAll(async () => {
  receiver = await startReceiver();
  deployments.sandbox = await deploy('sandbox');
  deployments.live = await deploy('live');
  api = deployments.sandbox.api;
});

/** All rows that a request can change. */
const state = ({ deps: { db } }: Api): Promise<string> =>
  versionsOf(db, [
    'orders',
    'payment_links',
    'webhooks',
    'callbacks',
    'outbox_messages',
    'idempotency_keys',
    'events',
    'balances',
    'transfers',
    'slips',
    'exceptions',
    'deliveries',
    'replays',
  ]);

/** The merchant and key of a caller. */
function callAs(caller: Caller, { api: { merchant }, disabled, keys }: Deployment) {
  return caller === 'disabled' ? disabled : { merchant, key: keys[caller] };
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

it('the matrix contains exactly the operations of both modes', () => {
  const { sandbox, live: gw } = deployments;
  // Dashboard and console do not accept bearer credentials and have matrices of their own.
  const names = (deployed: Api) =>
    deployed.operations
      .filter(({ family }) => family !== 'dashboard' && family !== 'console')
      .map(({ name }) => name)
      .sort();
  expect(Object.keys(matrix).sort()).toEqual(names(sandbox.api));
  const hidden = Object.keys(live).filter((name) => live[name]?.[0] === 404);
  expect(names(sandbox.api).filter((name) => !hidden.includes(name))).toEqual(names(gw.api));
});

describe.each([
  ...Object.entries(matrix).map(([name, statuses]) => ['sandbox', name, statuses] as const),
  ...Object.entries(live).map(([name, statuses]) => ['live', name, statuses] as const),
])('in a %s deployment %s', (mode, operation, statuses) => {
  const expectedOf = (caller: Caller): number => statuses[callers.indexOf(caller)] ?? NaN;
  const expectations = (of: readonly Caller[]) => of.map((caller) => [caller, expectedOf(caller)]);

  /** A request that succeeds for the caller, or for the owner. */
  const prepare = (caller: Caller) => {
    const { merchant } = callAs(caller, deployments[mode]);
    return requestFor(deployments[mode].api, operation, { merchant, hookUrl: receiver.url });
  };
  const send = async (caller: Caller, request: Awaited<ReturnType<typeof requestFor>>) => {
    const { method, path, body } = request;
    const { key } = callAs(caller, deployments[mode]);
    // The wrong keys of an address are limited.
    const headers = { ...request.headers, 'x-forwarded-for': nextAddress() };
    return deployments[mode].api.call(method, path, { key, body, headers });
  };

  it('refuses the callers of the matrix, who change nothing', async () => {
    const refused = callers.filter((caller) => expectedOf(caller) >= 400);
    const [owners, disableds] = [await prepare('owner'), await prepare('disabled')];
    const before = await state(deployments[mode].api);
    const answered: (readonly [Caller, number])[] = [];
    for (const caller of refused) {
      const answer = await send(caller, caller === 'disabled' ? disableds : owners);
      answered.push([caller, answer.status]);
      if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    const after = await state(deployments[mode].api);
    expect(answered).toEqual(expectations(refused));
    expect(after).toBe(before);
  });

  it('admits the other callers', async () => {
    const admitted = callers.filter((caller) => expectedOf(caller) < 400);
    const first = await prepare('owner');
    const answered: (readonly [Caller, number])[] = [];
    for (const caller of admitted) {
      const isShared = first.method === 'GET' && caller !== 'disabled';
      const { status } = await send(caller, isShared ? first : await prepare(caller));
      answered.push([caller, status]);
    }
    expect(answered).toEqual(expectations(admitted));
  });
});

describe('a credential', () => {
  it.each([
    ['without the scheme', (key: string) => key],
    ['with another scheme', (key: string) => `Basic ${key}`],
    ['with something after it', (key: string) => `Bearer ${key} x`],
    ['one character short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['that is empty', () => 'Bearer '],
    ['in capitals', (key: string) => `Bearer ${key.toUpperCase()}`],
  ])('gets 401: %s', async (_name, write) => {
    const headers = { authorization: write(api.apiKey) };
    const answer = await api.get('/v1/payments', { key: null, headers });
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
  });

  it('is accepted with the scheme in any case', async () => {
    const headers = { authorization: `bearer ${api.apiKey}` };
    expect((await api.get('/v1/payments', { key: null, headers })).status).toBe(200);
  });

  it("is refused once it is revoked, while the merchant's other key works", async () => {
    const { key, ...kept } = newApiKey('sandbox');
    const merchantId = api.merchant.id;
    await insertApiKey(api.deps.db, {
      id: 'key_second',
      merchantId,
      name: 'second',
      permissions: ['withdraw'],
      ...kept,
    });
    expect((await api.get('/v1/payments', { key })).status).toBe(200);
    await revokeApiKey(api.deps.db, 'key_second', null);
    expect((await api.get('/v1/payments', { key })).status).toBe(401);
    expect((await api.get('/v1/payments')).status).toBe(200);
  });
});

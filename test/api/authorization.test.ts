import { newApiKey } from '../../src/application/merchants/authenticate';
import { insertApiKey, revokeApiKey } from '../../src/db/accounts/api-keys';
import { testMerchant } from '../support/gateway';
import { startReceiver, type Receiver } from '../support/receiver';
import { versionsOf } from '../support/table-versions';
import { PROVIDER_KEY, startApi, type Api } from '../http/api';
import { requestFor } from '../http/operation-requests';

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
  showDepositPage: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readDepositState: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  showDepositQr: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  saveDepositQr: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  sendSlip: [303, 303, 303, 303, 303, 303, 303, 303, 303],
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
  readDocs: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  readDocsAsset: [200, 200, 200, 200, 200, 200, 200, 200, 200],
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
  listOpenPayments: [404, 404, 404, 404, 404, 404, 404, 404, 404],
};

/** A balance sufficient for every withdrawal of this file. */
const RICH = { openingSatang: 10_000_000 };

const OPERATOR_KEY = 'an-operator-key-for-tests';
const SECURITY_CONTACT = 'mailto:security@pay.example';
const MODES = {
  sandbox: {},
  live: { PROVIDER: 'gw', PROVIDER_URL: 'http://127.0.0.1:9', BILLER_ID: '012345678901234' },
} as const;
type Mode = keyof typeof MODES;

interface Deployment {
  readonly api: Api;
  readonly keys: Readonly<Record<Exclude<Caller, 'disabled'>, string | null>>;
}

const deployments = {} as Record<Mode, Deployment>;
let api: Api;
let receiver: Receiver;

async function deploy(mode: Mode): Promise<Deployment> {
  const deployed = await startApi({ OPERATOR_KEY, SECURITY_CONTACT, ...MODES[mode] }, RICH);
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
  return { api: deployed, keys };
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
async function callAs(caller: Caller, { api: { merchant, deps }, keys }: Deployment) {
  if (caller !== 'disabled') return { merchant, key: keys[caller] };
  const disabled = await testMerchant(deps.db, RICH);
  await deps.db('merchants').where('id', disabled.merchant.id).update({ status: 'disabled' });
  return { merchant: disabled.merchant, key: disabled.apiKey };
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
  it.each(callers.map((caller, column) => [caller, statuses[column] ?? NaN] as const))(
    'called by %s answers %d and changes nothing when refused',
    async (caller, expected) => {
      const deployment = deployments[mode];
      const { merchant, key } = await callAs(caller, deployment);
      const objects = { merchant, hookUrl: receiver.url };
      const { method, path, body, headers } = await requestFor(deployment.api, operation, objects);
      const before = expected < 400 ? null : await state(deployment.api);
      const answer = await deployment.api.call(method, path, { key, body, headers });
      expect(answer.status).toBe(expected);
      if (before !== null) expect(await state(deployment.api)).toEqual(before);
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

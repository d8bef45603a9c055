import { createKey } from '../../src/application/merchants/api-keys';
import { permissionFor } from '../../src/http/definition';
import { permissions } from '../../src/domain/permission';
import type { Permission } from '../../src/domain/permission';
import { commandAudit, testPayment } from '../support/gateway';
import { payer, testPaidPayment } from '../support/refunds';
import { until } from '../support/until';
import { startApi } from '../http/api';
import type { Api } from '../http/api';

let api: Api;
const keys = new Map<Permission, string>();

beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  for (const permission of permissions) {
    keys.set(
      permission,
      await createKey(
        api.deps,
        { ...commandAudit, scope: api.merchant.id },
        { name: permission, permission },
      ),
    );
  }
});

/** The required permission of each operation. A missing operation fails the first test. */
const needed: Readonly<Record<string, Permission>> = {
  createQrCode: 'write',
  readPayment: 'read',
  listPayments: 'read',
  listTransactions: 'read',
  expirePayment: 'write',
  createTokenPayment: 'write',
  createRefund: 'write',
  readRefund: 'read',
  listRefunds: 'read',
  createWebhook: 'write',
  listWebhooks: 'read',
  readWebhook: 'read',
  deleteWebhook: 'write',
  changeWebhook: 'write',
  rotateWebhookSecret: 'write',
  testWebhook: 'write',
  listDeliveries: 'read',
  redeliver: 'write',
  replayWebhook: 'write',
  readReplay: 'read',
  listEvents: 'read',
  readEvent: 'read',
  createDeposit: 'write',
  uploadSlip: 'write',
  readDeposit: 'read',
  listDeposits: 'read',
  createWithdrawal: 'withdraw',
  readWithdrawal: 'read',
  listWithdrawals: 'read',
  readBalance: 'read',
  listBalanceEntries: 'read',
};

const ofMerchants = () => api.operations.filter(({ auth }) => auth === 'merchant');

it('the table contains every merchant operation with its declared permission', () => {
  const declared = ofMerchants().map((facts) => [facts.name, permissionFor(facts)]);
  expect(Object.fromEntries(declared)).toEqual(needed);
});

describe.each(Object.entries(needed))('%s', (name, permission) => {
  it.each(permissions)(
    `asks for the permission to ${permission}, of a key that may %s`,
    async (given) => {
      const facts = ofMerchants().find((each) => each.name === name);
      const path = (facts?.path ?? '').replace(/:id/, 'unknown');
      const body = facts?.method === 'GET' || facts?.method === 'DELETE' ? undefined : {};
      const sending = { key: keys.get(given) ?? '', body };
      const { status, code } = await api.call(facts?.method ?? '', path, sending);
      const isLetIn = permissions.indexOf(given) >= permissions.indexOf(permission);
      expect([status === 403, code === 'permission_denied']).toEqual([!isLetIn, !isLetIn]);
    },
  );
});

/** Refunds of 10 baht: the payer, the named account and the required permission. */
const named = { bank_name: 'SCB', account_number: '6667778889', account_name: 'Mule' };
const sameAsPaid = { bank_name: 'ไทยพาณิชย์', account_number: '1112223334', account_name: 'X' };
const refundRows: readonly [string, object, object | undefined, Permission][] = [
  ['names no account', { payer }, undefined, 'write'],
  ['names the account that paid, by another name of its bank', { payer }, sameAsPaid, 'write'],
  ['names another account', { payer }, named, 'withdraw'],
  [
    'names the number that paid at another bank',
    { payer },
    { ...sameAsPaid, bank_name: 'KBANK' },
    'withdraw',
  ],
  ['names an account where nobody knows who paid', {}, named, 'withdraw'],
];

describe.each(refundRows)('a refund that %s', (_name, callback, destination, permission) => {
  it.each(permissions)(`needs ${permission}, and a key may %s`, async (given) => {
    const payment_id = await testPaidPayment(api.deps, api.merchant, {}, callback);
    const before = await api.countOrders();
    const sending = { key: keys.get(given) ?? '' };
    const body = { payment_id, amount: 10, destination };
    const { status, code } = await api.post('/v1/refunds', body, sending);
    const isLetIn = permissions.indexOf(given) >= permissions.indexOf(permission);
    expect([status, code]).toEqual(isLetIn ? [200, undefined] : [403, 'permission_denied']);
    expect(await api.countOrders()).toBe(before + (isLetIn ? 1 : 0));
  });
});

it.each(permissions)('a sandbox callback for an own order, by a key with %s', async (given) => {
  const orderId = await testPayment(api.deps, api.merchant);
  const sending = { key: keys.get(given) ?? '' };
  const { status, code } = await api.post(
    '/payment/gw/webhook',
    { orderId, status: 'success' },
    sending,
  );
  const stored = await api.deps.db('callbacks').where('order_id', orderId).pluck('id');
  expect([status, code, stored.length]).toEqual(
    given === 'read' ? [403, 'permission_denied', 0] : [201, undefined, 1],
  );
});

it('a refusal names the required permission and creates nothing', async () => {
  const sending = { key: keys.get('read') ?? '' };
  const before = await api.countOrders();
  const refused = await api.post('/v1/qr-codes', { amount: 1, currency: 'THB' }, sending);
  expect(refused.text).toContain('has the permission read. This operation requires write');
  expect(await api.countOrders()).toBe(before);
});

it('a key from before permissions existed keeps all permissions', async () => {
  const [first] = await api.deps.db('api_keys').where('name', 'test').pluck('permission');
  expect(first).toBe('withdraw');
});

it('the last use of a key is recorded at most once a minute', async () => {
  const key = keys.get('read') ?? '';
  const row = () =>
    api.deps.db('api_keys').where('name', 'read').first<{ last_used_at: Date }>('last_used_at');
  await api.get('/v1/balance', { key });
  const { last_used_at: first } = await until(row, { describe: 'the key was used' });
  await api.get('/v1/balance', { key });
  expect((await row()).last_used_at).toEqual(first);
  await api.deps.db.raw(`update api_keys set last_used_at = now() - interval '61 seconds'`);
  await api.get('/v1/balance', { key });
  expect((await row()).last_used_at.getTime()).toBeGreaterThan(Date.now() - 30_000);
});

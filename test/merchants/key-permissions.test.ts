import { createKey } from '../../src/merchants/api-keys';
import type { Grant, Permission } from '../../src/kernel/rules/permission';
import { commandAudit, testPayment } from '../support/gateway';
import { payer, testPaidPayment } from '../support/refunds';
import { startApi, type Api } from '../http/api';

let api: Api;

/** The keys that have each permission, by the only name in their list. */
const holders: Readonly<Record<Permission, readonly Grant[]>> = {
  'payments:read': ['payments:read', 'payments:write', 'read', 'write', 'withdraw'],
  'payments:write': ['payments:write', 'write', 'withdraw'],
  'refunds:read': ['refunds:read', 'refunds:write', 'read', 'write', 'withdraw'],
  'refunds:write': ['refunds:write', 'write', 'withdraw'],
  'transactions:read': ['transactions:read', 'read', 'write', 'withdraw'],
  'deposits:read': ['deposits:read', 'deposits:write', 'read', 'write', 'withdraw'],
  'deposits:write': ['deposits:write', 'write', 'withdraw'],
  'withdrawals:read': ['withdrawals:read', 'withdrawals:write', 'read', 'write', 'withdraw'],
  'withdrawals:write': ['withdrawals:write', 'withdraw'],
  'balance:read': ['balance:read', 'read', 'write', 'withdraw'],
  'approvals:read': ['approvals:read', 'read', 'write', 'withdraw'],
  'webhooks:read': ['webhooks:read', 'webhooks:write', 'read', 'write', 'withdraw'],
  'webhooks:write': ['webhooks:write', 'write', 'withdraw'],
  'events:read': ['events:read', 'read', 'write', 'withdraw'],
  'callbacks:write': ['callbacks:write', 'write', 'withdraw'],
};
const grants = [...new Set(Object.values(holders).flat())];
const keys = new Map<string, string>();
/** Keys with all permissions. */
let expired: string;
let elsewhere: string;

/** A key with these permissions. */
async function keyWith(...permissions: readonly Grant[]): Promise<string> {
  const name = permissions.join(' ');
  return (await createKey(api.deps, commandAudit, api.merchant.id, { name, permissions })).apiKey;
}

beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  for (const grant of grants) keys.set(grant, await keyWith(grant));
  const limited = { permissions: ['withdraw'], addresses: ['192.0.2.0/24'] } as const;
  const { id } = api.merchant;
  elsewhere = (await createKey(api.deps, commandAudit, id, { name: 'far', ...limited })).apiKey;
  const ended = { name: 'expired', permissions: ['withdraw'], expiresInDays: 1 } as const;
  const { keyId, apiKey } = await createKey(api.deps, commandAudit, id, ended);
  expired = apiKey;
  await api.deps.db('api_keys').where('id', keyId).update({ expires_at: new Date() });
});

/** The required permission of each operation. A missing operation fails the first test. */
const needed: Readonly<Record<string, Permission>> = {
  createQrCode: 'payments:write',
  readPayment: 'payments:read',
  listPayments: 'payments:read',
  listTransactions: 'transactions:read',
  expirePayment: 'payments:write',
  createTokenPayment: 'payments:write',
  createPaymentLink: 'payments:write',
  listPaymentLinks: 'payments:read',
  readPaymentLink: 'payments:read',
  changePaymentLink: 'payments:write',
  stopPaymentLink: 'payments:write',
  createMonthlyMail: 'payments:write',
  listMonthlyMails: 'payments:read',
  stopMonthlyMail: 'payments:write',
  createRefund: 'refunds:write',
  readRefund: 'refunds:read',
  listRefunds: 'refunds:read',
  listApprovals: 'approvals:read',
  createWebhook: 'webhooks:write',
  listWebhooks: 'webhooks:read',
  readWebhook: 'webhooks:read',
  deleteWebhook: 'webhooks:write',
  changeWebhook: 'webhooks:write',
  rotateWebhookSecret: 'webhooks:write',
  testWebhook: 'webhooks:write',
  listDeliveries: 'webhooks:read',
  redeliver: 'webhooks:write',
  replayWebhook: 'webhooks:write',
  readReplay: 'webhooks:read',
  listEvents: 'events:read',
  readEvent: 'events:read',
  createDeposit: 'deposits:write',
  uploadSlip: 'deposits:write',
  readDeposit: 'deposits:read',
  listDeposits: 'deposits:read',
  createWithdrawal: 'withdrawals:write',
  readWithdrawal: 'withdrawals:read',
  listWithdrawals: 'withdrawals:read',
  readBalance: 'balance:read',
  listBalanceEntries: 'balance:read',
  listPrices: 'balance:read',
  readBalanceStatement: 'balance:read',
  paymentCallback: 'callbacks:write',
  refundCallback: 'callbacks:write',
  depositCallback: 'callbacks:write',
  withdrawalCallback: 'callbacks:write',
};

const byKeys = () =>
  api.operations.filter(({ auth }) => auth === 'merchant' || auth === 'callback');

it('the table contains every operation for API keys with its declared permission', () => {
  const declared = byKeys().map(({ name, permission }) => [name, permission]);
  expect(Object.fromEntries(declared)).toEqual(needed);
});

it.each(Object.entries(needed))(
  '%s admits the keys with the permission %s only',
  async (name, permission) => {
    const facts = byKeys().find((each) => each.name === name);
    const path = (facts?.path ?? '').replace(/:id/, 'unknown');
    const body = facts?.method === 'GET' || facts?.method === 'DELETE' ? undefined : {};
    const admitted: Grant[] = [];
    for (const grant of grants) {
      const sending = { key: keys.get(grant) ?? '', body };
      const { status, code } = await api.call(facts?.method ?? '', path, sending);
      expect(status === 403).toBe(code === 'permission_denied');
      if (status !== 403) admitted.push(grant);
    }
    expect(admitted.sort()).toEqual([...holders[permission]].sort());
  },
);

it.each(Object.keys(needed))(
  '%s answers 401 to an expired key and 403 to another address',
  async (name) => {
    const facts = byKeys().find((each) => each.name === name);
    const path = (facts?.path ?? '').replace(/:id/, 'unknown');
    const body = facts?.method === 'GET' || facts?.method === 'DELETE' ? undefined : {};
    const answerTo = async (key: string) => {
      const { status, code } = await api.call(facts?.method ?? '', path, { key, body });
      return [status, code];
    };
    expect(await answerTo(expired)).toEqual([401, 'unauthorized']);
    expect(await answerTo(elsewhere)).toEqual([403, 'permission_denied']);
  },
);

it('a key with several permissions has each of them and no other', async () => {
  const key = await keyWith('balance:read', 'refunds:write');
  const statusOf = async (path: string) => (await api.get(path, { key })).status;
  expect([await statusOf('/v1/balance'), await statusOf('/v1/refunds')]).toEqual([200, 200]);
  expect([await statusOf('/v1/payments'), await statusOf('/v1/events')]).toEqual([403, 403]);
});

it('a key reads payers in events only if it reads payments', async () => {
  await testPaidPayment(api.deps, api.merchant);
  const payersBy = async (...granted: readonly Grant[]) => {
    const key = await keyWith(...granted);
    const { body } = await api.get('/v1/events?event=payment.succeeded&limit=1', { key });
    const { events } = body as { events: { id: string; data: { payer: unknown } }[] };
    const one = await api.get(`/v1/events/${events[0]?.id}`, { key });
    return [events[0]?.data.payer, (one.body as { data: { payer: unknown } }).data.payer];
  };
  expect(await payersBy('events:read')).toEqual([null, null]);
  const shown = expect.objectContaining({ bank_name: payer.bankName });
  expect(await payersBy('events:read', 'payments:read')).toEqual([shown, shown]);
});

const sets = ['read', 'write', 'withdraw'] as const;

/** Refunds of 10 baht: what the payment says, the named account and the required permission. */
const named = { bank_name: 'SCB', account_number: '6667778889', account_name: 'Mule' };
const sameAsPaid = { bank_name: 'ไทยพาณิชย์', account_number: '1112223334', account_name: 'X' };
const client = { name: 'Y', bankName: 'SCB', bankAccount: '444-555666-7' };
const sameAsClient = { bank_name: 'SCB', account_number: '4445556667', account_name: 'Y' };
type Paid = { readonly payer?: typeof payer; readonly client?: typeof client };
const refundRows: readonly [string, Paid, object | undefined, (typeof sets)[number]][] = [
  ['names no account', { payer }, undefined, 'write'],
  ['names the account that paid, by another name of its bank', { payer }, sameAsPaid, 'write'],
  ['names another account', { payer }, named, 'withdraw'],
  [
    'names the number that paid at another bank',
    { payer },
    { ...sameAsPaid, bank_name: 'KBANK' },
    'withdraw',
  ],
  ['names an account of a payment with an unknown payer', {}, named, 'withdraw'],
  ['goes to the client_bank_account of an unknown payer', { client }, undefined, 'write'],
  ['names the client_bank_account of an unknown payer', { client }, sameAsClient, 'withdraw'],
  ['names a client_bank_account that did not pay', { payer, client }, sameAsClient, 'withdraw'],
];

describe.each(refundRows)('a refund that %s', (_name, paid, destination, permission) => {
  it.each(sets)(`requires the permission ${permission}: a key with %s`, async (given) => {
    const { client: by, ...callback } = paid;
    const request = by === undefined ? {} : { client: by };
    const payment_id = await testPaidPayment(api.deps, api.merchant, request, callback);
    const before = await api.countOrders();
    const sending = { key: keys.get(given) ?? '' };
    const body = { payment_id, amount: 10, destination };
    const { status, code } = await api.post('/v1/refunds', body, sending);
    const isLetIn = sets.indexOf(given) >= sets.indexOf(permission);
    expect([status, code]).toEqual(isLetIn ? [200, undefined] : [403, 'permission_denied']);
    expect(await api.countOrders()).toBe(before + (isLetIn ? 1 : 0));
  });
});

it.each(sets)('a sandbox callback for an own order, by a key with %s', async (given) => {
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
  expect(refused.text).toContain('has the permission read. This operation requires payments:write');
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
  const use = async () => {
    await api.get('/v1/balance', { key });
    await api.deps.requestLog.flush();
  };
  await use();
  const { last_used_at: first } = await row();
  await use();
  expect((await row()).last_used_at).toEqual(first);
  await api.deps.db.raw(`update api_keys set last_used_at = now() - interval '61 seconds'`);
  await use();
  expect((await row()).last_used_at.getTime()).toBeGreaterThan(Date.now() - 30_000);
});

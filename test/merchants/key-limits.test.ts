import { createHash, createHmac } from 'node:crypto';
import { Client } from 'pg';
import { Saphan } from '../../client/src';
import {
  changeKey,
  createKey,
  rotateKey,
  type IssuedKey,
  type NewKey,
} from '../../src/merchants/api-keys';
import { verifySignature } from '../../src/merchants/request-signature';
import { previewRefund } from '../../src/orders/refund/refund-terms';
import { demandPayee } from '../../src/merchants/payees';
import { commandAudit, testPayment } from '../support/gateway';
import { payer, testPaidPayment } from '../support/refunds';
import { until } from '../support/until';
import { startApi, type Api } from '../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXIES: '1' }, { openingSatang: 10_000_000 });
});

type Row = Readonly<Record<string, unknown>> & { readonly expires_at: Date | null };

/** Days until the expiry of a key; null without one. */
const daysLeft = ({ expires_at: at }: Row): number | null =>
  at && (at.getTime() - Date.now()) / 86_400_000;

const create = (limits: Partial<NewKey> = {}): Promise<IssuedKey> =>
  createKey(api.deps, commandAudit, api.merchant.id, {
    name: 'limited',
    permissions: ['withdraw'],
    ...limits,
  });

const change = ({ keyId }: IssuedKey, changes: Parameters<typeof changeKey>[4]) =>
  changeKey(api.deps, commandAudit, null, keyId, changes);

const readBalance = ({ apiKey: key }: IssuedKey, from = '192.0.2.1') =>
  api.get('/v1/balance', { key, headers: { 'x-forwarded-for': from } });

const rowOf = ({ keyId }: IssuedKey): Promise<Row> =>
  api.deps.db('api_keys').where('id', keyId).first();

const eventsOf = async (event: string): Promise<number> => {
  const { values } = await api.deps.metrics.securityEvents.get();
  return values.find(({ labels }) => labels.event === event)?.value ?? 0;
};

describe('an expiring key', () => {
  it('is refused with 401 from its expiry on', async () => {
    const key = await create({ expiresInDays: 30 });
    expect(daysLeft(await rowOf(key))).toBeCloseTo(30, 1);
    expect((await readBalance(key)).status).toBe(200);
    const past = api.deps.db.raw(`now() - interval '1 millisecond'`);
    await api.deps.db('api_keys').where('id', key.keyId).update({ expires_at: past });
    const { status, code } = await readBalance(key);
    expect([status, code]).toEqual([401, 'unauthorized']);
  });

  it.each([
    [null, 366, null, 366],
    [null, 367, null, 'invalid_key_expiry'],
    [null, 0, null, 'invalid_key_expiry'],
    [90, 90, null, 90],
    [90, 91, null, 'invalid_key_expiry'],
    [90, null, null, 90],
    [null, null, null, null],
  ])('with API_KEY_DAYS_MAX %p and %p days asked expires after %p %p', async (...row) => {
    const [daysMax, expiresInDays, , expected] = row;
    const deps = { ...api.deps, config: { ...api.config, apiKeys: { daysMax } } };
    const asked = { name: 'x', permissions: ['read'], expiresInDays } as const;
    const made = createKey(deps, commandAudit, api.merchant.id, asked);
    if (typeof expected === 'string') {
      return expect(made).rejects.toMatchObject({ code: expected });
    }
    const days = daysLeft(await rowOf(await made));
    expect(days && Math.round(days)).toBe(expected);
  });
});

describe('a key with a list of addresses', () => {
  const addresses = ['203.0.113.0/24', '2001:db8:1::/48'];

  it.each([
    ['203.0.113.9', 200],
    ['2001:db8:1:2::3', 200],
    ['198.51.100.1', 403],
    ['2001:db8:2::3', 403],
    // Only the entry of the trusted proxy counts.
    ['203.0.113.9, 198.51.100.1', 403],
    ['198.51.100.1, 203.0.113.9', 200],
  ])('used by a client at %s is answered %d', async (from, expected) => {
    const key = await create({ addresses });
    const before = await eventsOf('address_denied');
    const { status, code } = await readBalance(key, from);
    expect([status, code]).toEqual([expected, expected === 200 ? undefined : 'permission_denied']);
    expect(await eventsOf('address_denied')).toBe(before + (expected === 200 ? 0 : 1));
    await api.deps.requestLog.flush();
    const shown = expected === 200 ? from.split(', ').at(-1) : null;
    expect((await rowOf(key)).last_used_from).toBe(shown);
  });

  it('sends no callback for an own order from another address', async () => {
    const { apiKey: key } = await create({ addresses });
    const body = { orderId: await testPayment(api.deps, api.merchant), status: 'success' };
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const { status } = await api.post('/payment/gw/webhook', body, { key, headers });
    expect(status).toBe(403);
  });

  it('obeys a changed list with the next request', async () => {
    const key = await create();
    expect((await readBalance(key)).status).toBe(200);
    await change(key, { addresses });
    expect((await readBalance(key)).status).toBe(403);
    await change(key, { addresses: null });
    expect((await readBalance(key)).status).toBe(200);
  });
});

test('one statement authenticates a request, also when the use of its key is due', async () => {
  const key = await create({ addresses: ['192.0.2.0/24'], mustSign: true, payees: [] });
  const sent = jest.spyOn(Client.prototype, 'query');
  const names = () => sent.mock.calls.map(([first]) => (first as { name?: string }).name);
  const isUsed = async () => (await rowOf(key)).last_used_at !== null;
  // The log of requests is written by a timer.
  const logged = ['keep-requests', 'record-key-uses'];
  try {
    await readBalance(key);
    const ofRequest = names().filter((name = '') => !logged.includes(name));
    expect(ofRequest).toEqual(['merchants-by-key', 'find-balance']);
    await api.deps.requestLog.flush();
    await until(isUsed, { describe: 'the use of the key is recorded' });
    expect(names()).toEqual(expect.arrayContaining(logged));
    sent.mockClear();
    for (const from of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) await readBalance(key, from);
    await api.deps.requestLog.flush();
    expect(names().filter((name) => name === 'record-key-uses')).toEqual([]);
  } finally {
    sent.mockRestore();
  }
  expect((await rowOf(key)).last_used_from).toBe('192.0.2.1');
});

const withdrawal = (bankName: string, accountNumber: string) => ({
  amount: 1,
  username: 'c1',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
  bankName,
  accountNumber,
});

describe('a key with a list of payees', () => {
  const payees = [{ bankName: 'KBANK', accountNumber: '1234567890' }];

  it.each([
    ['a listed account', 'KBANK', '1234567890', 201],
    ['a listed account by another name of its bank', 'ธนาคารกสิกรไทย', '123-4-56789-0', 201],
    ['the number at another bank', 'SCB', '1234567890', 403],
    ['another account', 'KBANK', '1234567891', 403],
  ])('withdraws to %s', async (_name, bank, number, expected) => {
    const { apiKey: key } = await create({ payees });
    const before = await api.countOrders();
    const { status, param } = await api.post('/withdraw/gw', withdrawal(bank, number), { key });
    expect([status, param]).toEqual([expected, expected === 201 ? undefined : 'accountNumber']);
    expect(await api.countOrders()).toBe(before + (expected === 201 ? 1 : 0));
  });

  const client = { name: 'Y', bankName: 'SCB', bankAccount: '444-555666-7' };
  const listed = { bank_name: 'กสิกรไทย', account_number: '1234567890', account_name: 'A' };
  const paid = { bank_name: 'SCB', account_number: '1112223334', account_name: 'B' };
  const mule = { bank_name: 'SCB', account_number: '6667778889', account_name: 'C' };
  it.each([
    ['the payer', { payer }, undefined, 200],
    ['the payer by name', { payer }, paid, 200],
    ['a listed account', { payer }, listed, 200],
    ['another account', { payer }, mule, 403],
    ['another account of an unknown payer', {}, mule, 403],
    ['a listed account of an unknown payer', {}, listed, 200],
    ['the client_bank_account of an unknown payer', { client }, undefined, 403],
  ] as const)('refunds to %s', async (_name, by, destination, expected) => {
    const { apiKey: key } = await create({ payees });
    const request = 'client' in by ? { client: by.client } : {};
    const said = 'payer' in by ? { payer: by.payer } : {};
    const payment_id = await testPaidPayment(api.deps, api.merchant, request, said);
    const body = { payment_id, amount: 10, destination };
    expect((await api.post('/v1/refunds', body, { key })).status).toBe(expected);
  });

  it('pays nobody with an empty list, and anybody once the list is removed', async () => {
    const key = await create({ payees });
    const pay = async () => {
      const sending = { key: key.apiKey };
      return (await api.post('/withdraw/gw', withdrawal('KBANK', '1234567890'), sending)).status;
    };
    await change(key, { editPayees: () => [] });
    expect(await pay()).toBe(403);
    await change(key, { editPayees: () => null });
    expect(await pay()).toBe(201);
  });

  it('has the list sealed, and masked in the audit log', async () => {
    const key = await create({ payees });
    const { payees_sealed: sealed } = await rowOf(key);
    const lines = await api.deps.db('audit_log').where('subject', key.keyId).pluck('detail');
    expect(JSON.stringify([sealed, lines])).not.toContain('1234567890');
    expect(JSON.stringify(lines)).toContain('KBANK xxx-x-x6789-x');
  });
});

test('a key that ends during its request pays nobody', async () => {
  const { keyId } = await create({ payees: [], mustSign: true });
  await api.deps.db('api_keys').where('id', keyId).update({ revoked_at: new Date() });
  const account = { bankName: 'KBANK', accountNumber: '1234567890' };
  const pay = demandPayee(api.deps, { keyId, hasPayees: true }, account, 'accountNumber');
  await expect(pay).rejects.toMatchObject({ code: 'unauthorized' });
  const request = { method: 'POST', path: '/', body: Buffer.alloc(0), idempotencyKey: 'k' };
  const verified = verifySignature(api.deps, keyId, { timestamp: 0, hex: '' }, request);
  await expect(verified).rejects.toMatchObject({ code: 'unauthorized' });
});

describe('a refund to the client_bank_account of an unknown payer', () => {
  const client = { name: 'Y', bankName: 'SCB', bankAccount: '444-555666-7' };
  it.each([
    [false, 'write', null],
    [false, 'withdraw', null],
    [true, 'write', 'permission_denied'],
    [true, 'withdraw', null],
  ] as const)('with STRICT_REFUNDS %p by %s: %p', async (areStrict, grant, expected) => {
    const paymentId = await testPaidPayment(api.deps, api.merchant, { client }, {});
    const deps = { ...api.deps, config: { ...api.config, refunds: { areStrict } } };
    const preview = previewRefund(
      deps,
      { ...api.merchant, permissions: [grant] },
      { paymentId, amountSatang: null, destination: null },
    );
    const code = await preview.then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(code).toBe(expected);
  });
});

describe('a rotated key', () => {
  it('is valid for the hours of the overlap, then 401', async () => {
    const old = await create({
      permissions: ['balance:read', 'refunds:write'],
      addresses: ['192.0.2.0/24'],
      payees: [],
      mustSign: true,
      expiresInDays: 100,
    });
    const made = await rotateKey(api.deps, commandAudit, null, old.keyId, 24);
    expect((await readBalance(old)).status).toBe(200);
    expect((await readBalance(made)).status).toBe(200);
    const [former, row] = [await rowOf(old), await rowOf(made)];
    expect(daysLeft(former)).toBeCloseTo(1, 2);
    for (const column of ['merchant_id', 'name', 'permissions', 'addresses', 'payees_sealed']) {
      expect([column, row[column]]).toEqual([column, former[column]]);
    }
    expect(daysLeft(row)).toBeCloseTo(100, 1);
    expect(made.signingSecret).toMatch(/^sign_[\w-]{43}$/);
    expect(made.signingSecret).not.toBe(old.signingSecret);
    const over = api.deps.db.raw(`expires_at - interval '24 hours 1 second'`);
    await api.deps.db('api_keys').where('id', old.keyId).update({ expires_at: over });
    expect((await readBalance(old)).status).toBe(401);
    expect((await readBalance(made)).status).toBe(200);
  });

  it('is refused at once without an overlap', async () => {
    const old = await create();
    const made = await rotateKey(api.deps, commandAudit, null, old.keyId, 0);
    expect([(await readBalance(old)).status, (await readBalance(made)).status]).toEqual([401, 200]);
  });

  it('is not rotated again, and not by another merchant', async () => {
    const old = await create();
    const rotate = (of: string | null) => rotateKey(api.deps, commandAudit, of, old.keyId, 24);
    await expect(rotate('mer_other')).rejects.toMatchObject({ code: 'key_not_found' });
    await rotate(api.merchant.id);
    await expect(rotate(null)).rejects.toMatchObject({ code: 'state_conflict' });
  });
});

describe('a key that signs payouts', () => {
  const path = '/withdraw/gw';
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  /** As the documentation describes the signature, without code of the gateway or the client. */
  function signatureOf(secret: string, body: string, idempotencyKey: string, at = nowSeconds()) {
    const digest = createHash('sha256').update(body).digest('hex');
    const text = `${at}\nPOST\n${path}\n${digest}\n${idempotencyKey}`;
    return `t=${at},v1=${createHmac('sha256', secret).update(text).digest('hex')}`;
  }

  const body = JSON.stringify(withdrawal('KBANK', '1234567890'));
  const other = JSON.stringify(withdrawal('KBANK', '9999999999'));
  type Attempt = Partial<Record<'body' | 'header' | 'idempotencyKey' | 'path', string | null>>;
  const rows: readonly [string, (secret: string, key: string) => Attempt, number][] = [
    ['a signature', () => ({}), 201],
    [
      'a signature of four minutes ago',
      (secret, key) => ({ header: signatureOf(secret, body, key, nowSeconds() - 240) }),
      201,
    ],
    ['no signature', () => ({ header: null }), 401],
    ['a malformed signature', () => ({ header: 't=1,v1=x' }), 401],
    [
      'the signature of another secret',
      (_, key) => ({ header: signatureOf('sign_x', body, key) }),
      401,
    ],
    ['another body', () => ({ body: other }), 401],
    ['another idempotency key', () => ({ idempotencyKey: 'another' }), 401],
    ['no idempotency key', () => ({ idempotencyKey: null }), 401],
    ['another path', () => ({ path: `${path}/` }), 401],
    [
      'a signature of six minutes ago',
      (secret, key) => ({ header: signatureOf(secret, body, key, nowSeconds() - 360) }),
      401,
    ],
    [
      'a signature of six minutes ahead',
      (secret, key) => ({ header: signatureOf(secret, body, key, nowSeconds() + 360) }),
      401,
    ],
  ];

  it.each(rows)('withdraws with %s', async (name, attemptOf, expected) => {
    const { apiKey: key, signingSecret } = await create({ mustSign: true });
    const secret = signingSecret ?? '';
    const own = `signed ${name}`;
    const given = { body, header: signatureOf(secret, body, own), idempotencyKey: own, path };
    const sent = { ...given, ...attemptOf(secret, own) };
    const headers = {
      ...(sent.header === null ? {} : { 'saphan-signature': sent.header }),
      ...(sent.idempotencyKey === null ? {} : { 'idempotency-key': sent.idempotencyKey }),
      'content-type': 'application/json',
    };
    const before = [await api.countOrders(), await eventsOf('signature_refused')];
    const { status, code } = await api.post(sent.path ?? '', sent.body, { key, headers });
    const isDone = expected === 201;
    expect([status, code]).toEqual([expected, isDone ? undefined : 'invalid_signature']);
    const after = [await api.countOrders(), await eventsOf('signature_refused')];
    expect(after).toEqual([
      (before[0] ?? 0) + (isDone ? 1 : 0),
      (before[1] ?? 0) + (isDone ? 0 : 1),
    ]);
  });

  it('creates one withdrawal for a replayed request', async () => {
    const { apiKey: key, signingSecret } = await create({ mustSign: true });
    const headers = {
      'saphan-signature': signatureOf(signingSecret ?? '', body, 'replayed'),
      'idempotency-key': 'replayed',
      'content-type': 'application/json',
    };
    const first = await api.post(path, body, { key, headers });
    const before = await api.countOrders();
    const again = await api.post(path, body, { key, headers });
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await api.countOrders()).toBe(before);
  });

  it('reads and takes payments without a signature', async () => {
    const key = await create({ mustSign: true });
    expect((await readBalance(key)).status).toBe(200);
    await api.createQrCode({}, { key: key.apiKey });
  });

  it.each([
    ['', 401],
    ['t=1', 401],
    [`t=1,v1=${'0'.repeat(64)}`, 201],
  ])('without a secret, a key withdraws with the signature "%s": %i', async (header, expected) => {
    const { apiKey: key } = await create();
    const { status } = await api.post(path, JSON.parse(body), {
      key,
      headers: { 'saphan-signature': header },
    });
    expect(status).toBe(expected);
  });

  it('is served by the client package, for withdrawals and refunds', async () => {
    const { apiKey, signingSecret } = await create({ mustSign: true });
    const payment_id = await testPaidPayment(api.deps, api.merchant);
    const saphan = new Saphan({ apiKey, signingSecret: signingSecret ?? '', baseUrl: api.url });
    await saphan.createWithdrawal(withdrawal('KBANK', '1234567890'));
    await saphan.createRefund({ payment_id });
    const unsigned = new Saphan({ apiKey, baseUrl: api.url });
    const refused = unsigned.createRefund({ payment_id });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('needs no signature once that is off, and a new secret once it is on again', async () => {
    const key = await create({ mustSign: true });
    const pay = async () => (await api.post(path, JSON.parse(body), { key: key.apiKey })).status;
    expect(await pay()).toBe(401);
    expect(await change(key, { mustSign: false })).toMatchObject({ signingSecret: null });
    expect(await pay()).toBe(201);
    const { signingSecret } = await change(key, { mustSign: true });
    expect(signingSecret).not.toBe(key.signingSecret);
    expect(await pay()).toBe(401);
    expect(JSON.stringify(await rowOf(key))).not.toContain(signingSecret);
  });
});

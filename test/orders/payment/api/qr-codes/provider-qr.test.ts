import { createAdvanceOrder } from '../../../../../activities/advance-order';
import type { ActivityDeps } from '../../../../../activities/deps';
import { findViolations } from '../../../../../src/reports/store/invariants';
import { recordQr } from '../../../../../src/orders/payment/store/provider-qr';
import { KeyedSemaphore } from '../../../../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../../../../src/platform/mail/no-mailer';
import type { QrOpened, QrProvider } from '../../../../../src/providers/connectors/connector';
import { CONCURRENT_ATTEMPTS_MAX } from '../../../../../src/webhooks/sending/circuit';
import { passTime } from '../../../../support/inquiries';
import { until } from '../../../../support/until';
import { connectUpstream, startUpstream, upstreamAccount } from '../../../../support/upstream';
import { startApi } from '../../../../http/api';

/* QR codes that the provider issues: the order is committed first, and never has two codes. */

const provider = { qr: 'provider' } as const;
const keyed = { headers: { 'Idempotency-Key': 'order-1' } };

async function setUp(over: (real: QrProvider) => Partial<QrProvider> = () => ({})) {
  const upstream = await startUpstream();
  const account = upstreamAccount(upstream, provider);
  const real = connectUpstream(upstream.url, true);
  const api = await startApi({}, { account, qrProvider: { ...real, ...over(real) } });
  const { db } = api.deps;
  const deps: ActivityDeps = {
    ...api.deps,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider: real,
    slips: { read: () => Promise.reject(new Error('no slips here')), close: async () => {} },
    mailer: createNoMailer(api.deps.log),
  };
  const work = createAdvanceOrder(deps);
  const orders = () => db('orders').orderBy('created_at');
  return {
    upstream,
    api,
    db,
    work,
    orders,
    create: (sending = keyed) =>
      api.post('/Thai/v1/qr-codes', { amount: 100, currency: 'THB' }, sending),
    /** Lets the first inquiry about the only order come. */
    async inquire() {
      const [order] = await orders();
      await passTime(db, order.id as string, 30_000);
      return work(order.id as string);
    },
  };
}

type At = Awaited<ReturnType<typeof setUp>>;
let at: At;
afterEach(async () => {
  expect(await findViolations(at.db)).toEqual([]);
});

const payloadOf = (body: unknown) => (body as { readonly qr_data: string }).qr_data;

test('a payment is answered with the code of the provider, and a retry with the same', async () => {
  at = await setUp();
  const first = await at.create();
  expect(first.status).toBe(200);
  expect(payloadOf(first.body)).toContain('0115099999999999999');
  const again = await at.create();
  expect([again.status, again.text]).toEqual([200, first.text]);
  const [order] = await at.orders();
  expect(order).toMatchObject({ status: 'pending', provider_ref: 'chrg_1' });
  expect(at.upstream.opens).toEqual([order.id]);
});

test('a retry is answered with the code while no account takes orders', async () => {
  at = await setUp();
  const first = await at.create();
  const routes = at.api.deps.providers.routesOf(at.api.merchant.id);
  jest.spyOn(at.api.deps.providers, 'routesOf').mockReturnValue({ ...routes, candidates: [] });
  const again = await at.create();
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await at.create({ headers: { 'Idempotency-Key': 'order-2' } })).status).toBe(503);
  expect(await at.orders()).toHaveLength(1);
});

test('a refusal fails the payment, and a retry gets the same refusal', async () => {
  at = await setUp();
  at.upstream.faults.open.push(422);
  for (const _try of [1, 2]) {
    const { status, code, body } = await at.create();
    expect([status, code]).toEqual([422, 'qr_code_refused']);
    expect(JSON.stringify(body)).toContain('amount_too_low');
  }
  const orders = await at.orders();
  expect(orders).toMatchObject([{ status: 'failed', failure_code: 'amount_too_low' }]);
  const events = await at.db('events').orderBy('sequence').pluck('name');
  expect(events).toEqual(['payment.pending', 'payment.failed']);
  expect(at.upstream.opens).toHaveLength(1);
  expect(await at.work(orders[0].id as string)).toMatchObject({ opensForMs: null });
});

test('an unreachable provider fails the payment, and a retry creates another', async () => {
  at = await setUp();
  at.upstream.faults.open.push(429);
  const { status, code, headers } = await at.create();
  expect([status, code, headers.get('retry-after')]).toEqual([503, 'provider_unavailable', '30']);
  expect(await at.orders()).toMatchObject([{ status: 'failed', failure_code: 'not_opened' }]);
  expect((await at.create()).status).toBe(200);
  expect((await at.orders()).map(({ status: each }) => each as string)).toEqual([
    'failed',
    'pending',
  ]);
  expect(new Set(at.upstream.opens).size).toBe(2);
});

describe('after an unknown outcome', () => {
  test('an inquiry fills the code in, and a retry is answered with it', async () => {
    at = await setUp();
    at.upstream.faults.open.push('cut');
    for (const _try of [1, 2]) {
      expect(await at.create()).toMatchObject({ status: 503, code: 'provider_unavailable' });
    }
    expect(await at.orders()).toMatchObject([{ status: 'pending', provider_ref: null }]);
    expect((await at.inquire()).status).toBe('pending');
    const { status, body } = await at.create();
    expect([status, payloadOf(body)]).toEqual([200, expect.stringContaining('QR1')]);
    expect(at.upstream.opens).toHaveLength(1);
    expect(await at.orders()).toHaveLength(1);
  });

  test('a payment that the provider does not know fails, and a retry creates another', async () => {
    at = await setUp();
    at.upstream.faults.open.push('drop');
    expect((await at.create()).status).toBe(503);
    expect(await at.inquire()).toMatchObject({ status: 'failed', opensForMs: null });
    expect((await at.create()).status).toBe(200);
    expect(await at.orders()).toHaveLength(2);
    expect(new Set(at.upstream.opens).size).toBe(2);
  });

  test('a payment without a code expires, and money for its code is found', async () => {
    at = await setUp();
    at.upstream.faults.open.push('cut');
    await at.create();
    const [order] = await at.orders();
    at.upstream.pay(order.id as string);
    await at.inquire();
    expect(await at.orders()).toMatchObject([{ status: 'succeeded', late: false }]);
  });
});

test('a process that dies between call and statement leaves one code', async () => {
  at = await setUp((real) => ({
    async openQr(order, accountId): Promise<QrOpened> {
      await real.openQr(order, accountId);
      throw new Error('the process dies here');
    },
  }));
  expect((await at.create()).status).toBe(500);
  await at.inquire();
  expect((await at.create()).status).toBe(200);
  expect(at.upstream.opens).toHaveLength(1);
  expect(await at.orders()).toMatchObject([{ provider_ref: 'chrg_1' }]);
});

test('a response does not wait for a slow provider, whose code is recorded later', async () => {
  const release: { now: () => void } = { now: () => {} };
  at = await setUp((real) => ({
    async openQr(order, accountId) {
      const opened = await real.openQr(order, accountId);
      await new Promise<void>((resolve) => (release.now = resolve));
      return opened;
    },
  }));
  expect((await at.create()).status).toBe(503);
  release.now();
  await until(async () => (await at.create()).status === 200, {
    describe: 'a retry is answered with the late code',
  });
  expect(at.upstream.opens).toHaveLength(1);
});

test('a code of another amount is never shown', async () => {
  at = await setUp((real) => ({
    openQr: (order, accountId) =>
      real.openQr({ ...order, amountSatang: order.amountSatang + 1 }, accountId),
  }));
  expect((await at.create()).status).toBe(503);
  await at.inquire();
  expect(await at.db('qr_codes').pluck('payload')).toEqual([null]);
});

test('an order takes no second code', async () => {
  at = await setUp();
  const first = await at.create();
  const [order] = await at.orders();
  const accountId = order.provider_account_id as string;
  const other = { accountId, providerRef: 'chrg_9', payload: 'another', expiresAt: null };
  expect(await recordQr(at.db, { orderId: order.id as string, ...other })).toBe(false);
  expect((await at.create()).text).toBe(first.text);
});

test('the code of an expired payment is closed once', async () => {
  at = await setUp();
  await at.create();
  const [order] = await at.orders();
  const id = order.id as string;
  await passTime(at.db, id, 15 * 60_000);
  expect(await at.work(id)).toMatchObject({ status: 'expired' });
  await passTime(at.db, id, 60 * 60_000);
  await at.work(id);
  expect(at.upstream.closes).toEqual(['chrg_1']);
});

test('the code of a payment that its merchant expires is closed', async () => {
  at = await setUp();
  await at.create();
  const [order] = await at.orders();
  const id = order.id as string;
  await at.db('outbox_messages').delete();
  expect((await at.api.post(`/Thai/v1/payments/${id}/expire`)).status).toBe(200);
  expect(await at.db('outbox_messages')).toMatchObject([{ topic: 'callback', subject: id }]);
  await at.work(id);
  expect(at.upstream.closes).toEqual(['chrg_1']);
});

test('a deposit shows the code of the provider, and a retry after an unknown outcome', async () => {
  at = await setUp();
  at.upstream.faults.open.push('cut');
  const request = {
    amount: 100,
    userName: 'customer1',
    firstName: 'สมชาย',
    lastName: 'ใจดี',
    bankName: 'ไทยพาณิชย์',
    accountNumber: '1234567890',
  };
  const create = () => at.api.post('/deposit/gw', request, keyed);
  expect((await create()).status).toBe(503);
  await at.inquire();
  expect((await create()).status).toBe(201);
  const { page_token: token, payload } = await at.db('deposits').first();
  expect(payload).toContain('QR1');
  const page = await at.api.get(`/pay/${token as string}`, { key: null });
  expect(page.text).toContain('099999999999999');
  expect(at.upstream.opens).toHaveLength(1);
});

test('a code of the gateway is answered while every provider is unreachable', async () => {
  const account = upstreamAccount({ url: 'http://127.0.0.1:1' });
  const api = await startApi({}, { account });
  expect((await api.createQrCode()).qr_data).toContain('0115012345678901234');
});

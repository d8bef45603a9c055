import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findViolations } from '../../../../src/reports/store/invariants';
import type { Merchant } from '../../../../src/kernel/merchants/store';
import { testDeposit, testMerchant, testPayment, testWithdrawal } from '../../../support/gateway';
import { testPaidPayment, testRefund } from '../../../support/refunds';
import { until } from '../../../support/until';
import { PROVIDER_KEY, startApi, type Api, type Sending } from '../../../http/api';

/*
 * Callbacks report money and are authenticated by a bearer key. Their body can only affect the
 * order that it names, once, with the amount of that order.
 */

let api: Api;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
});
afterEach(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const routes = ['payment', 'deposit', 'withdraw', 'refund'] as const;
type Route = (typeof routes)[number];

/** A pending order of 100 baht. */
async function orderFor(route: Route, merchant: Merchant = api.merchant): Promise<string> {
  if (route === 'payment') return testPayment(api.deps, merchant);
  if (route === 'deposit') return (await testDeposit(api.deps, merchant)).orderId;
  if (route === 'withdraw') return testWithdrawal(api.deps, merchant);
  const paymentId = await testPaidPayment(api.deps, merchant);
  return testRefund(api.deps, merchant, { paymentId, amountSatang: 10_000 });
}

const sendCallback = (
  route: Route,
  body: object,
  sending: Sending = { key: PROVIDER_KEY },
  query = '',
) => api.post(`/${route}/gw/webhook${query}`, body, sending);

/** All rows that a callback could change. */
async function books(): Promise<unknown> {
  const { db } = api.deps;
  const tables = ['orders', 'balances', 'transfers', 'callbacks', 'exceptions', 'outbox_messages'];
  return Promise.all(tables.map((table) => db(table).select('*').orderBy(1)));
}

/** Sends the callbacks concurrently and applies them as the workflow does until none is pending. */
async function sendAll(orderId: string, requests: readonly (() => Promise<{ status: number }>)[]) {
  const pending = { order_id: orderId, applied_at: null };
  const waiting = () => api.deps.db('callbacks').where(pending).pluck('id');
  const responses = Promise.all(requests.map((send) => send()));
  let areAnswered = false;
  void responses.then(() => (areAnswered = true));
  await until(
    async () => {
      if ((await waiting()).length > 0) await applyPending(api.deps.db, orderId);
      return areAnswered && (await waiting()).length === 0;
    },
    { describe: 'all callbacks are applied' },
  );
  return (await responses).map(({ status }) => status);
}

const exceptionsOf = async (orderId: string) =>
  (await api.deps.db('exceptions').where('order_id', orderId).pluck('kind')) as string[];
const transfersOf = async (orderId: string) =>
  (await api.deps
    .db('transfers')
    .where('order_id', orderId)
    .orderBy('id')
    .pluck('kind')) as string[];
const balance = async () =>
  (await api.deps.db('balances').where('merchant_id', api.merchant.id).first('available_satang'))
    .available_satang as number;
const statusOf = async (orderId: string) =>
  (await api.deps.db('orders').where('id', orderId).first('status')).status as string;

describe.each(routes)('a forged callback of a %s', (route) => {
  const basic = (written: string): Sending => ({
    key: null,
    headers: { authorization: `Basic ${written}` },
  });

  const forgeries: readonly (readonly [name: string, sending: Sending, query: string])[] = [
    ['no key', { key: null }, ''],
    ['an unknown key', { key: 'sk_test_0123456789' }, ''],
    ['the valid key with an appended character', { key: `${PROVIDER_KEY}x` }, ''],
    ['a truncated key', { key: PROVIDER_KEY.slice(0, -1) }, ''],
    ['the key in capitals', { key: PROVIDER_KEY.toUpperCase() }, ''],
    ['the key as a password', basic(btoa(`provider:${PROVIDER_KEY}`)), ''],
    ['the key under another scheme', basic(PROVIDER_KEY), ''],
    ['the key in the query', { key: null }, `?key=${PROVIDER_KEY}&authorization=Bearer`],
    ['the key in another header', { key: null, headers: { 'x-api-key': PROVIDER_KEY } }, ''],
    ['the valid key after another one', { key: `x ${PROVIDER_KEY}` }, ''],
  ];
  it.each(forgeries)('with %s gets 401 and is not stored', async (_name, sending, query) => {
    const orderId = await orderFor(route);
    const before = await books();
    const answer = await sendCallback(route, { orderId, status: 'success' }, sending, query);
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
    expect(await books()).toEqual(before);
  });

  it('by another merchant gets 404 and is not stored', async () => {
    const { apiKey } = await testMerchant(api.deps.db);
    const orderId = await orderFor(route);
    const before = await books();
    const answer = await sendCallback(route, { orderId, status: 'success' }, { key: apiKey });
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(await books()).toEqual(before);
  });
});

describe.each(routes)('a valid callback of a %s', (route) => {
  const moved: Readonly<Record<Route, readonly string[]>> = {
    payment: ['receive'],
    deposit: ['receive'],
    withdraw: ['hold', 'post'],
    refund: ['hold', 'post'],
  };

  it('replayed ten times concurrently and once later moves money once', async () => {
    const orderId = await orderFor(route);
    const body = { orderId, status: 'success', amount: 100, transactionId: `T ${orderId}` };
    const again = () => sendCallback(route, body);
    expect(
      await sendAll(
        orderId,
        Array.from({ length: 10 }, () => again),
      ),
    ).toEqual(Array(10).fill(201));
    expect(await sendAll(orderId, [again])).toEqual([201]);
    expect(await transfersOf(orderId)).toEqual(moved[route]);
    expect([await statusOf(orderId), await exceptionsOf(orderId)]).toEqual(['succeeded', []]);
  });

  it('replayed with the opposite status changes nothing and opens an exception', async () => {
    const orderId = await orderFor(route);
    const body = { orderId, transactionId: `T ${orderId}` };
    await sendAll(orderId, [() => sendCallback(route, { ...body, status: 'success' })]);
    await sendAll(orderId, [() => sendCallback(route, { ...body, status: 'failed' })]);
    expect([await statusOf(orderId), await exceptionsOf(orderId)]).toEqual([
      'succeeded',
      ['conflict'],
    ]);
    expect(await transfersOf(orderId)).toEqual(moved[route]);
  });

  it('with a raised amount credits no more and opens an exception', async () => {
    const orderId = await orderFor(route);
    const before = await balance();
    const body = { orderId, status: 'success', amount: 1_999_999, transactionId: `T ${orderId}` };
    await sendAll(orderId, [() => sendCallback(route, body)]);
    const gained = (await balance()) - before;
    expect(gained).toBe(route === 'payment' || route === 'deposit' ? 10_000 : 0);
    expect(await exceptionsOf(orderId)).toEqual(['amount_mismatch']);
  });

  it('with an order of another kind gets 404', async () => {
    const other = routes[(routes.indexOf(route) + 1) % routes.length] ?? 'payment';
    const orderId = await orderFor(other);
    const answer = await sendCallback(route, { orderId, status: 'success' });
    expect([answer.status, answer.code]).toEqual([404, 'order_not_found']);
    expect(await transfersOf(orderId)).toEqual(moved[other].filter((kind) => kind === 'hold'));
  });

  it('ignores an implausible paidAt and records the current time', async () => {
    for (const paidAt of ['1999-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      const orderId = await orderFor(route);
      await sendAll(orderId, [() => sendCallback(route, { orderId, status: 'success', paidAt })]);
      const { completed_at } = await api.deps.db('orders').where('id', orderId).first();
      expect(Math.abs(Date.now() - (completed_at as Date).getTime())).toBeLessThan(60_000);
    }
  });
});

import { closeAfterFile } from '../support/close-after-file';
import { testMerchant, testPayment } from '../support/gateway';
import { until } from '../support/until';
import { createOpenOrderQuota } from '../../src/orders/open-order-quota';
import { createGatewayApp } from '../../src/app';
import { listen } from '../../src/http/server';
import { startApi, type Api } from './api';

const body = { amount: 100, currency: 'THB' };
const deposit = {
  amount: 100,
  userName: 'user-1',
  firstName: 'Somchai',
  lastName: 'Jaidee',
  bankName: 'KBANK',
  accountNumber: '1234567890',
};

const setQuotas = ({ deps, merchant }: Api, quotas: object) =>
  deps.db('merchants').where('id', merchant.id).update(quotas);

/** Another listener on the same database, with counters of its own. Returns its URL. */
async function startSecond({ deps, config }: Api): Promise<string> {
  const outbox = { enqueue: () => undefined, state: () => ({ reachable: true }) };
  const http = { ...config.http, host: '127.0.0.1', port: 0 };
  const second = await listen(createGatewayApp({ ...deps, outbox }), http, deps, {
    lingerTimeout: 0,
  });
  closeAfterFile(() => second.close());
  return `http://127.0.0.1:${second.port}`;
}

describe('the quota of open orders', () => {
  it('refuses further payments and deposits, and nothing else', async () => {
    const api = await startApi();
    await setQuotas(api, { open_orders_max: 2 });
    await api.createQrCode();
    const deposited = await api.post('/deposit/gw', deposit);
    expect(deposited.status).toBe(201);

    const refused = await Promise.all([
      api.post('/Thai/v1/qr-codes', body),
      api.post('/Thai/v1/payments', { ...body, token_id: 'tok_success' }),
      api.post('/deposit/gw', deposit),
    ]);
    for (const { status, code, headers } of refused) {
      const answer = [status, code, headers.get('retry-after')];
      expect(answer).toEqual([429, 'open_orders_exceeded', '60']);
    }
    expect(await api.countOrders()).toBe(2);
    expect((await api.get('/Thai/v1/payments')).status).toBe(200);
    const { text } = await api.get('/metrics');
    expect(text).toContain('saphan_requests_refused_total{reason="open_orders"} 3');

    const { apiKey: otherKey } = await testMerchant(api.deps.db);
    expect((await api.post('/Thai/v1/qr-codes', body, { key: otherKey })).status).toBe(200);
  });

  it('replays the order that reached it', async () => {
    const api = await startApi();
    await setQuotas(api, { open_orders_max: 1 });
    const under = (key: string) => ({ headers: { 'Idempotency-Key': key } });
    const first = await api.post('/Thai/v1/qr-codes', body, under('first'));
    const again = await api.post('/Thai/v1/qr-codes', body, under('first'));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.post('/Thai/v1/qr-codes', body, under('other'))).status).toBe(429);
    expect(await api.countOrders()).toBe(1);
  });

  it('has room again when an order has ended', async () => {
    const api = await startApi();
    await setQuotas(api, { open_orders_max: 1 });
    await api.createQrCode();
    expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(429);
    await api.deps.db('orders').update({ status: 'expired' });
    await until(async () => (await api.post('/Thai/v1/qr-codes', body)).status === 200, {
      describe: 'the open orders are counted again',
    });
  });

  it('counts what it admits until it counts the orders again', async () => {
    const api = await startApi();
    await api.createQrCode();
    let nowMs = 0;
    const demandRoom = createOpenOrderQuota(api.deps, () => nowMs);
    const admittedOf20 = async () => {
      const demands = Array.from({ length: 20 }, () => demandRoom(api.merchant.id, 5));
      const settled = await Promise.allSettled(demands);
      return settled.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await admittedOf20()).toBe(4);
    nowMs = 1_000;
    expect(await admittedOf20()).toBe(0);
    // None of the four was created.
    nowMs = 1_001;
    expect(await admittedOf20()).toBe(4);
  });

  it('counts the orders that another process created', async () => {
    const api = await startApi();
    await setQuotas(api, { open_orders_max: 2 });
    const url = await startSecond(api);
    const createAtSecond = async () => {
      const headers = { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${url}/Thai/v1/qr-codes`, request)).status;
    };
    await api.createQrCode();
    await api.createQrCode();
    expect(await createAtSecond()).toBe(429);

    await api.deps.db('orders').update({ status: 'expired' });
    await until(async () => (await createAtSecond()) === 200, {
      describe: 'the second process counts the open orders again',
    });
    expect(await createAtSecond()).toBe(200);
    // The first process counted before the second did, so it counts again.
    expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(429);
  });

  it('is exceeded at most by what each process admits within a second', async () => {
    const { deps, merchant } = await startApi();
    let nowMs = 0;
    const processes = [1, 2].map(() => createOpenOrderQuota(deps, () => nowMs));
    const admittedOf20 = async (): Promise<number[]> => {
      const demands = processes.map((demandRoom) =>
        Promise.allSettled(Array.from({ length: 20 }, () => demandRoom(merchant.id, 3))),
      );
      return (await Promise.all(demands)).map(
        (settled) => settled.filter(({ status }) => status === 'fulfilled').length,
      );
    };
    expect(await admittedOf20()).toEqual([3, 3]);
    for (let created = 0; created < 6; created++) await testPayment(deps, merchant);
    nowMs = 1_001;
    expect(await admittedOf20()).toEqual([0, 0]);
  });
});

test('a merchant’s own rate replaces the default', async () => {
  const api = await startApi({ RATE_LIMIT_PER_SECOND: '5' });
  await setQuotas(api, { requests_per_second: 50 });
  const { headers } = await api.get('/Thai/v1/payments');
  expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
    '50',
    '49',
  ]);
});

test('two processes limit the guesses of an address together', async () => {
  const api = await startApi();
  const url = await startSecond(api);
  const guess = async () => {
    const headers = { authorization: 'Bearer wrong', connection: 'close' };
    const { status } = await fetch(`${url}/v1/payments`, { headers });
    return status;
  };
  await Promise.all(Array.from({ length: 280 }, () => api.get('/v1/payments', { key: 'wrong' })));
  const statuses: number[] = [];
  await until(async () => statuses.push(await guess()) > 0 && statuses.at(-1) === 429, {
    everyMs: 5,
    describe: 'the second process refuses to compare',
  });
  // Alone it would compare 300.
  expect(statuses.length).toBeLessThan(200);
});

import type { Knex } from 'knex';
import { closeAfterFile } from '../support/close-after-file';
import { until } from '../support/until';
import { withdrawalRequest } from './api/transfers';
import { PROVIDER_KEY, startApi, type Api } from './api';
import { dial, type RawClient } from './server/sockets';

const IN_FLIGHT_MAX = 8;

/** Holds the locks that `lock` takes until `release`. */
async function block({ deps }: Api, lock: (trx: Knex.Transaction) => PromiseLike<unknown>) {
  const trx = await deps.db.transaction();
  await lock(trx);
  let isHeld = true;
  const release = async () => {
    if (isHeld) await trx.commit();
    isHeld = false;
  };
  // Also when the test fails.
  closeAfterFile(release);
  return { release };
}

/** Blocks writes of orders, and callbacks. */
const blockOrders = (api: Api) =>
  block(api, (trx) => trx.raw('lock table orders in exclusive mode'));

const inFlightOf = ({ deps }: Api) => jest.spyOn(deps.metrics.requestsInFlight, 'set');

const start = () => startApi({ REQUESTS_IN_FLIGHT_MAX: `${IN_FLIGHT_MAX}` });
const body = { amount: 100, currency: 'THB' };

const metric = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);

describe('a process whose database is saturated', () => {
  it('refuses what exceeds its places at once, and answers what it accepted', async () => {
    const api = await start();
    const inFlight = inFlightOf(api);
    const blocked = await blockOrders(api);
    const accepted = Array.from({ length: IN_FLIGHT_MAX }, () =>
      api.post('/Thai/v1/qr-codes', body),
    );
    await until(() => inFlight.mock.lastCall?.[0] === IN_FLIGHT_MAX, {
      describe: 'all places are in use',
    });

    const refused = await Promise.all([
      ...Array.from({ length: 30 }, () => api.post('/Thai/v1/qr-codes', body)),
      api.get('/Thai/v1/payments'),
      api.post('/deposit/gw', {}),
      api.get('/pay/unknown', { key: null }),
      api.get('/console', { key: null }),
    ]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(
      new Set(['1']),
    );
    expect(refused[0]?.body).toMatchObject({ error: { code: 'unavailable', type: 'api_error' } });
    expect((await api.get('/healthz', { key: null })).status).toBe(200);
    const { text } = await api.get('/metrics');
    expect(metric(text, 'saphan_requests_refused_total{reason="overload"}')).toBe(34);

    await blocked.release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(
      Array(IN_FLIGHT_MAX).fill(200),
    );
    expect(await api.countOrders()).toBe(IN_FLIGHT_MAX);
    expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(200);
  });

  it('holds the refusal of a client that ignores Retry-After', async () => {
    const api = await startApi({ REQUESTS_IN_FLIGHT_MAX: '1' });
    const blocked = await blockOrders(api);
    const inFlight = inFlightOf(api);
    const accepted = api.post('/Thai/v1/qr-codes', body);
    await until(() => inFlight.mock.lastCall?.[0] === 1, { describe: 'the place is in use' });
    const client = await dial(api.port);
    const ask = () => client.socket.write('GET /v1/payments HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = () => client.text().split('HTTP/1.1 503 ').length - 1;
    const sentMs = performance.now();
    ask();
    await until(() => answers() === 1, { describe: 'the refusal' });
    ask();
    await until(() => answers() === 2, { describe: 'the second refusal' });
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(50);
    client.socket.destroy();
    await blocked.release();
    expect((await accepted).status).toBe(200);
  });

  it('accepts callbacks beyond the places, up to twice their number', async () => {
    const api = await start();
    const { payment_id: orderId } = await api.createQrCode();
    const blocked = await blockOrders(api);
    const callBack = () =>
      api.post('/payment/gw/webhook', { orderId, status: 'success' }, { key: PROVIDER_KEY });
    const early: Awaited<ReturnType<typeof callBack>>[] = [];
    const answers = Array.from({ length: 3 * IN_FLIGHT_MAX }, callBack);
    for (const answer of answers) void answer.then((answered) => early.push(answered));
    await until(() => early.length === IN_FLIGHT_MAX, { describe: 'a third is refused' });
    const refused = [...early];
    await blocked.release();
    const accepted = (await Promise.all(answers)).filter((answer) => !refused.includes(answer));
    expect(accepted.map(({ status }) => status)).toEqual(Array(2 * IN_FLIGHT_MAX).fill(201));
    for (const { status, headers, body: said } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(said).toMatchObject({ status: false, error: { code: 'unavailable' } });
    }
  });
});

test('payouts of one merchant leave connections and places to other requests', async () => {
  // The maximum of payouts, of which the pool has fewer connections.
  const env = { REQUESTS_IN_FLIGHT_MAX: '22' };
  const api = await startApi(env, { openingSatang: 100_000_000 });
  const blocked = await block(api, (trx) =>
    trx('balances').where('merchant_id', api.merchant.id).forUpdate(),
  );
  const payOut = () => api.post('/withdraw/gw', withdrawalRequest);
  const accepted: Promise<Awaited<ReturnType<typeof payOut>>>[] = [];
  const inFlight = inFlightOf(api);
  for (let count = 1; count <= 20; count++) {
    accepted.push(payOut());
    // A payout gives its place up for its body, and until it has a turn: the first four have one.
    const changes = 5 * Math.min(count, 4) + 4 * Math.max(count - 4, 0);
    await until(() => inFlight.mock.calls.length === changes, { describe: 'the payout waits' });
    expect(inFlight.mock.lastCall).toEqual([Math.min(count, 4)]);
  }
  expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(200);
  // The turns of the merchant have been in use for six seconds.
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
  expect(await payOut()).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  clock.mockRestore();
  await blocked.release();
  const statuses = (await Promise.all(accepted)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

it('a client that sends its body slowly holds no place', async () => {
  const api = await startApi({ REQUESTS_IN_FLIGHT_MAX: '1' });
  const inFlight = inFlightOf(api);
  const slow: RawClient[] = [];
  for (let count = 1; count <= 3; count++) {
    const client = await dial(api.port);
    slow.push(client);
    client.socket.write(
      `POST /Thai/v1/qr-codes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{',
    );
    await until(() => inFlight.mock.calls.length === 2 * count, {
      describe: 'the request is authenticated',
    });
  }
  expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(200);
  expect(slow.map((client) => client.text())).toEqual(['', '', '']);
  for (const { socket } of slow) socket.destroy();
});

test('of a flood, each request is either stored or answered 503', async () => {
  const api = await startApi({ REQUESTS_IN_FLIGHT_MAX: '16' });
  const inFlight = inFlightOf(api);
  const blocked = await blockOrders(api);
  const answers: Promise<Awaited<ReturnType<typeof api.post>>>[] = [];
  for (let wave = 0; wave < 10; wave++) {
    for (let n = 0; n < 20; n++) answers.push(api.post('/Thai/v1/qr-codes', body));
    // Does not wait for the answers.
    await new Promise((resolve) => setImmediate(resolve));
  }
  // The others wait for the database.
  expect((await Promise.race(answers)).status).toBe(503);
  await blocked.release();
  const answered = await Promise.all(answers);
  const accepted = answered.filter(({ status }) => status === 200);
  const refused = answered.filter(({ status }) => status === 503);
  expect(accepted.length + refused.length).toBe(200);
  expect(accepted.length).toBeGreaterThanOrEqual(16);
  expect(refused.filter(({ headers }) => headers.get('retry-after') !== '1')).toEqual([]);
  expect(await api.countOrders()).toBe(accepted.length);
  expect(Math.max(...inFlight.mock.calls.map(([count]) => Number(count)))).toBeLessThanOrEqual(32);
  expect(inFlight.mock.lastCall).toEqual([0]);
});

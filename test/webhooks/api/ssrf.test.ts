import { Socket } from 'node:net';
import { unsafeUrls } from '../sending/unsafe-urls';
import { testWebhook } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';

/*
 * Webhook URLs over HTTP in live mode: no form of a private address is requested, at configuration
 * or afterwards.
 */

const urls = [...new Set(Object.values(unsafeUrls).flat())];
const events = ['payment.succeeded'] as const;
const path = '/Thai/v1/webhooks';

let api: Api;
/** Ports of the test's own requests: the API and its database. */
const own = new Set<number>();
let dialled: string[];
beforeAll(async () => {
  api = await start('false');
});

async function start(allowPrivate: 'true' | 'false'): Promise<Api> {
  const started = await startApi({ WEBHOOK_ALLOW_PRIVATE: allowPrivate });
  own.add(started.port).add(Number(new URL(started.databaseUrl).port));
  return started;
}

beforeEach(() => {
  dialled = [];
  const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...given: unknown[]
  ) {
    const { host, port } = targetOf(given);
    if (own.has(Number(port))) return connect.apply(this, given);
    dialled.push(`${host}:${port}`);
    return this.destroy(Object.assign(new Error('watched'), { code: 'ECONNREFUSED' }));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The target of a socket. Node passes the arguments as an array. */
function targetOf([first, second]: readonly unknown[]) {
  const [given] = [first].flat() as [{ host?: string; port?: number } | number | string];
  return typeof given === 'object' ? given : { host: String(second), port: Number(given) };
}

it('the list has at least 80 URLs', () => {
  expect(urls.length).toBeGreaterThanOrEqual(80);
});

it('a webhook cannot be registered with any of them, without a request', async () => {
  for (const url of urls) {
    const { status, code } = await api.post(path, { url, events });
    expect([url, `${status} ${code}`]).toEqual([url, '422 invalid_url']);
  }
  expect(dialled).toEqual([]);
  expect(await api.deps.db('webhooks').select('*')).toEqual([]);
});

it('a webhook cannot be changed to any of them, without a request', async () => {
  const before = 'https://merchant.example/hook';
  const { webhookId } = await testWebhook(api.deps, api.merchant, before, events);
  for (const url of urls) {
    const { status } = await api.call('PATCH', `${path}/${webhookId}`, { body: { url } });
    expect([url, status]).toEqual([url, 422]);
  }
  expect(dialled).toEqual([]);
  expect((await api.get(`${path}/${webhookId}`)).body).toMatchObject({ url: before });
});

it('a delivery to one stored in the database is not sent', async () => {
  const { webhookId } = await testWebhook(api.deps, api.merchant, 'https://x.example/', events);
  // Postgres cannot store NUL.
  for (const url of urls.filter((written) => !written.includes('\u0000'))) {
    await api.deps.db('webhooks').where('id', webhookId).update({ url });
    const { body } = await api.post(`${path}/${webhookId}/test`);
    const refused = { delivered: false, status_code: null, error: 'unsafe_target', answer: null };
    expect({ url, ...(body as object) }).toMatchObject({ url, ...refused });
  }
  expect(dialled).toEqual([]);
});

it('the spy observes the connection when private addresses are allowed', async () => {
  const sandbox = await start('true');
  const { status } = await sandbox.post(path, { url: 'http://127.0.0.1:9/', events });
  expect([status, dialled]).toEqual([422, ['127.0.0.1:9']]);
});

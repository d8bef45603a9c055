import { openLog } from '../../support/open-log';
import { until } from '../../support/until';
import { startApi, type Api } from '../api';
import { dial, type RawClient } from './sockets';

const probe = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const create = `POST /deposit/gw HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
const slip = 'POST /deposit/gw/upload-slip HTTP/1.1\r\nHost: x\r\n';
const answered = (client: RawClient) => () => client.text() !== '';

/**
 * Opens connections that send nothing, and waits until the API has accepted them: it accepts on
 * several sockets, in any order.
 */
async function dialSilent(api: Api, count: number, before = 0): Promise<RawClient[]> {
  const open = async () => (await api.deps.metrics.connectionsOpen.get()).values[0]?.value ?? 0;
  const clients = await Promise.all(
    Array.from({ length: count }, () => dial(api.port, '127.0.0.2')),
  );
  await until(async () => (await open()) === before + count, { describe: `${count} more` });
  return clients;
}

/** Opens connections that stay active: their requests wait for a body. */
const dialActive = (api: Api, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = await dial(api.port, '127.0.0.2');
      const key = `Authorization: Bearer ${api.apiKey}\r\nContent-Type: application/json\r\n`;
      client.socket.write(create.replace('Host', `${key}Host`).replace('{}', ''));
      return client;
    }),
  );

describe('the connection limit of an address', () => {
  // A slow machine would make silent connections slow ones, which yield.
  let clock: jest.SpyInstance<number, []>;
  const startMs = performance.now();
  beforeEach(() => {
    clock = jest.spyOn(performance, 'now').mockReturnValue(startMs);
  });
  afterEach(() => clock.mockRestore());

  it('answers the requests of excess connections with 503 and Retry-After', async () => {
    const { log, parsed } = openLog();
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '20' }, { log });
    const idle = await dialSilent(api, 20);
    const more = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const client = await dial(api.port, '127.0.0.2');
        client.socket.write(create);
        return client;
      }),
    );
    await Promise.all(more.map(({ closed }) => closed));
    for (const client of more) {
      expect(client.text()).toMatch(/^HTTP\/1\.1 503 .*"status":503,.*"code":"unavailable"/s);
      expect(client.text()).toMatch(/^retry-after: 1\r$/im);
      expect(client.text()).toMatch(/^connection: close\r$/im);
    }
    expect(idle.filter((client) => client.isClosed())).toEqual([]);

    const { status, text } = await api.get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain(
      'saphan_connections_refused_total{reason="address",listener="public"} 30',
    );
    const refused = parsed().filter(({ msg }) => msg === 'connection refused');
    expect(refused).toHaveLength(20);
    expect(refused[0]).toMatchObject({ reason: 'address', address: '127.0.0.2' });
  });

  it('claims no reset when a refused request has an unread body', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '1' });
    await dialSilent(api, 1);
    const client = await dial(api.port, '127.0.0.2');
    const resets: unknown[] = [];
    client.socket.on('error', (error) => resets.push(error));
    const body = 'x'.repeat(1_000_000);
    client.socket.end(`${slip}Content-Length: ${body.length}\r\n\r\n${body}`);
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 503 /);
    expect(resets).toEqual([]);
  });

  it('does not refuse health checks', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '1' });
    await dialSilent(api, 1);
    const client = await dial(api.port, '127.0.0.2');
    client.socket.write(probe);
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes a connection that has been idle for five seconds in favour of a new one', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '1' });
    const idle = await dial(api.port, '127.0.0.2');
    const ask = (client: RawClient) =>
      client.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    ask(idle);
    await until(answered(idle), { describe: 'the response' });
    const early = await dial(api.port, '127.0.0.2');
    early.socket.write(create);
    await early.closed;
    expect([idle.isClosed(), early.text()]).toEqual([false, expect.stringMatching(/^HTTP\S+ 503/)]);
    clock.mockReturnValue(startMs + 5_001);
    const late = await dial(api.port, '127.0.0.2');
    await idle.closed;
    ask(late);
    await until(answered(late), { describe: 'the response' });
    expect(late.text()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes the slowest connection when half of the limit is slow', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '20' });
    const silent = await dialSilent(api, 6);
    const begun = jest.spyOn(api.deps.metrics.requestsInFlight, 'set');
    const slow = await dialActive(api, 4);
    // Entered, and left for the body.
    await until(() => begun.mock.calls.length === 8, { describe: 'the bodies are read' });
    await dialSilent(api, 1, 10);
    expect([...silent, ...slow].filter((client) => client.isClosed())).toHaveLength(0);
    clock.mockReturnValue(startMs + 2_001);
    const fast = await dial(api.port, '127.0.0.2');
    const [first, ...others] = silent;
    await first?.closed;
    expect(first?.text()).toMatch(/^HTTP\/1\.1 408 /);
    expect([...others, ...slow, fast].filter((client) => client.isClosed())).toHaveLength(0);
  });

  it('counts open connections only', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '1' });
    for (let round = 0; round < 3; round++) {
      const client = await until(
        async () => {
          const dialled = await dial(api.port, '127.0.0.2');
          dialled.socket.write(probe.replace('/healthz', '/robots.txt'));
          await dialled.closed;
          return dialled.text().startsWith('HTTP/1.1 200 ') ? dialled : null;
        },
        { describe: 'a connection is accepted again' },
      );
      expect(client.text()).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('is 2,000 by default, and 5,000 behind proxies, which carry all clients', async () => {
    const { config } = await startApi({ CONNECTIONS_PER_ADDRESS: '' });
    const behind = await startApi({ CONNECTIONS_PER_ADDRESS: '', TRUSTED_PROXIES: '1' });
    expect([config, behind.config].map((each) => each.http.connectionsPerAddress)).toEqual([
      2_000, 5_000,
    ]);
  });
});

test('an address has 1,000 connections and 400 creations at once by default', async () => {
  const api = await startApi(
    { CONNECTIONS_PER_ADDRESS: '', RATE_LIMIT_PER_SECOND: '', REQUESTS_IN_FLIGHT_MAX: '' },
    // On a loaded machine the silent connections would time out.
    { timeouts: { headersTimeout: 600_000, requestTimeout: 600_000 } },
  );
  const clients = await Promise.all(Array.from({ length: 1_000 }, () => dial(api.port)));
  const body = '{"amount":100,"currency":"THB"}';
  const head = [
    'POST /Thai/v1/qr-codes HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${api.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const senders = clients.slice(600);
  for (const { socket } of senders) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await until(() => senders.every(({ text }) => text() !== ''), { describe: '400 responses' });
  const statuses = senders.map(({ text }) => text().slice(0, 13));
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200 ']));
  expect(await api.countOrders()).toBe(400);
  expect(clients.filter((client) => client.isClosed())).toHaveLength(0);
  for (const { socket } of clients) socket.destroy();
});

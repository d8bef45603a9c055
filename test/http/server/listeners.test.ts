import { operationsOf, serveGateway } from '../../../src/app';
import { readConfig, type Config } from '../../../src/config';
import { isPageFile, listenersOf } from '../../../src/http/listeners';
import { closeAfterFile } from '../../support/close-after-file';
import { PROVIDER_KEY, startApi } from '../api';
import { dial, exchange } from './sockets';

const OPERATOR_KEY = 'an-operator-key-for-tests';
const anyPort = { host: '127.0.0.1', port: 0 };
const names = ['public', 'console', 'metrics', 'callbacks'] as const;

/** A gateway with all listeners, each of which admits two connections of an address. */
async function startListeners(
  timeouts: Parameters<typeof serveGateway>[1] = {},
  {
    mode = 'live',
    listeners = { console: anyPort, metrics: anyPort, callbacks: anyPort },
  }: Partial<Pick<Config, 'mode'> & Pick<Config['http'], 'listeners'>> = {},
) {
  const { deps } = await startApi({ CONNECTIONS_PER_ADDRESS: '2', OPERATOR_KEY, PROVIDER_KEY });
  const http = {
    ...deps.config.http,
    ...anyPort,
    publicUrl: 'https://pay.example',
    consoleUrl: 'https://console.example',
    listeners,
  };
  const outbox = { ...deps.outbox, state: () => ({ reachable: true }) };
  const gateway = await serveGateway(
    { ...deps, outbox, config: { ...deps.config, mode, http } },
    { lingerTimeout: 0, ...timeouts },
  );
  closeAfterFile(() => gateway.close());
  const port = (name: (typeof names)[number]): number => gateway.ports[name] ?? 0;
  return { gateway, port };
}

async function statusAt(port: number, path: string, host = 'x', method = 'GET'): Promise<number> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${path.startsWith('/ops') ? OPERATOR_KEY : PROVIDER_KEY}`,
    'Content-Length: 0',
    'Connection: close',
  ];
  const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

describe('listeners', () => {
  let started: Awaited<ReturnType<typeof startListeners>>;
  beforeAll(async () => {
    started = await startListeners({ headersTimeout: 300, connectionsCheckingInterval: 50 });
  });

  // The statuses on public, console, metrics and callbacks.
  it.each([
    ['GET', '/Thai/v1/balance', 'x', [401, 404, 404, 404]],
    ['GET', '/dashboard/sign-in', 'pay.example', [200, 404, 404, 404]],
    ['GET', '/console/sign-in', 'console.example', [404, 200, 404, 404]],
    ['GET', '/dashboard-assets/kit.css', 'console.example', [200, 200, 404, 404]],
    ['GET', '/ops/exceptions', 'x', [404, 200, 404, 404]],
    ['GET', '/metrics', 'x', [404, 404, 200, 404]],
    ['POST', '/payment/gw/webhook', 'x', [404, 404, 404, 400]],
    ['POST', '/callbacks/generic/unknown', 'x', [404, 404, 404, 404]],
    ['GET', '/healthz', 'x', [200, 200, 200, 200]],
    ['GET', '/readyz', 'x', [200, 200, 200, 200]],
    ['GET', '/robots.txt', 'x', [200, 200, 200, 200]],
    ['DELETE', '/console', 'console.example', [404, 405, 404, 404]],
  ])('serve %s %s of %s on their own group only', async (method, path, host, statuses) => {
    const given = await Promise.all(
      names.map((name) => statusAt(started.port(name), path, host, method)),
    );
    expect(given).toEqual(statuses);
  });

  it('serve the console under the host of CONSOLE_URL only', async () => {
    for (const host of ['pay.example', 'localhost', 'evil.test']) {
      expect([host, await statusAt(started.port('console'), '/console/sign-in', host)]).toEqual([
        host,
        421,
      ]);
    }
  });

  it('accept forms of the console from pages of CONSOLE_URL only', async () => {
    const port = started.port('console');
    const send = async (origin: string): Promise<string> => {
      const head = [
        'POST /console/sign-in HTTP/1.1',
        'Host: console.example',
        `Origin: ${origin}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 27',
        'Connection: close',
      ];
      return exchange(port, `${head.join('\r\n')}\r\n\r\nemail=a@b.example&password=`);
    };
    expect(await send('https://pay.example')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send('https://console.example')).toMatch(/^HTTP\/1\.1 4(00|01|22) /);
  });

  it.each(names)('bound headers, slow clients and connections: %s', async (name) => {
    const port = started.port(name);
    const long = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`;
    expect(await exchange(port, long)).toMatch(/^HTTP\/1\.1 431 /);

    const address = '127.0.0.7';
    const admitted = [await dial(port, address), await dial(port, address)];
    const third = await dial(port, address);
    third.socket.write('GET /unknown HTTP/1.1\r\nHost: x\r\n\r\n');
    await third.closed;
    expect(third.text()).toMatch(/^connection: close\r$/im);
    for (const silent of admitted) {
      await silent.closed;
      expect(silent.text()).toMatch(/^HTTP\/1\.1 408 /);
    }
    const metrics = 'GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const counted = `saphan_connections_refused_total{reason="address",listener="${name}"} 1\n`;
    expect(await exchange(started.port('metrics'), metrics)).toContain(counted);
  });

  it('announce the shutdown on each, and accept no connection after it', async () => {
    const { gateway, port } = await startListeners();
    await gateway.drain(0);
    const ready = await Promise.all(names.map((name) => statusAt(port(name), '/readyz')));
    expect(ready).toEqual([503, 503, 503, 503]);
    await gateway.close();
    for (const name of names) await expect(dial(port(name))).rejects.toThrow('ECONNREFUSED');
  });
});

describe('without METRICS_ADDRESS', () => {
  const listeners = { console: anyPort, metrics: null, callbacks: anyPort };

  it.each([
    ['live', 404],
    ['sandbox', 200],
  ] as const)('a %s API answers %i for the metrics in public', async (mode, status) => {
    const { port } = await startListeners({}, { mode, listeners });
    const answers = await Promise.all(
      (['public', 'console', 'callbacks'] as const).map((name) => statusAt(port(name), '/metrics')),
    );
    expect(answers).toEqual([status, 404, 404]);
  });
});

describe('the table of route groups', () => {
  const given = {
    CONSOLE_ADDRESS: '127.0.0.1:9001',
    METRICS_ADDRESS: '[::1]:9002',
    CALLBACKS_ADDRESS: 'localhost:9003',
  };

  it.each([
    [[], ['public']],
    [['METRICS_ADDRESS'], ['public', 'metrics']],
    [
      ['CONSOLE_ADDRESS', 'CALLBACKS_ADDRESS'],
      ['public', 'console', 'callbacks'],
    ],
    [Object.keys(given), ['public', 'console', 'metrics', 'callbacks']],
  ])('puts every operation on one listener with %j', (variables, listeners) => {
    const env = Object.entries(given).filter(([name]) => variables.includes(name));
    const config = readConfig(Object.fromEntries(env));
    const operations = operationsOf(config);
    const served = listenersOf(config, operations);
    expect(served.map(({ name }) => name)).toEqual(listeners);
    const shared = ['readHealth', 'readReadiness', 'readRobotsTxt'];
    for (const operation of operations) {
      const count = served.filter((each) => each.operations.includes(operation)).length;
      const ofConsole = isPageFile(operation.path) && listeners.includes('console') ? 2 : 1;
      const expected = shared.includes(operation.name) ? listeners.length : ofConsole;
      expect([operation.name, count]).toEqual([operation.name, expected]);
    }
  });
});

import http from 'node:http';
import { openLog } from '../../support/open-log';
import { until } from '../../support/until';
import { startApi } from '../api';
import { dial } from './sockets';

const probe = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('the connection limit of an address', () => {
  it('closes, counts and logs excess connections, and serves other addresses', async () => {
    const { log, parsed } = openLog();
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '20' }, { log });
    const idle = await Promise.all(Array.from({ length: 20 }, () => dial(api.port, '127.0.0.2')));
    const more = await Promise.all(Array.from({ length: 30 }, () => dial(api.port, '127.0.0.2')));
    await Promise.all(more.map(({ closed }) => closed));
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

  it('counts open connections only', async () => {
    const api = await startApi({ CONNECTIONS_PER_ADDRESS: '1' });
    for (let round = 0; round < 3; round++) {
      const client = await until(
        async () => {
          const dialled = await dial(api.port, '127.0.0.2');
          dialled.socket.write(probe);
          await dialled.closed;
          return dialled.text() === '' ? null : dialled;
        },
        { describe: 'a connection is accepted again' },
      );
      expect(client.text()).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('is 100 by default, and 5,000 behind proxies, which carry all clients', async () => {
    const { config } = await startApi({ CONNECTIONS_PER_ADDRESS: '' });
    const behind = await startApi({ CONNECTIONS_PER_ADDRESS: '', TRUSTED_PROXIES: '1' });
    expect([config, behind.config].map((each) => each.http.connectionsPerAddress)).toEqual([
      100, 5_000,
    ]);
  });
});

describe('the connection limit of the process', () => {
  it('closes, counts and logs excess connections', async () => {
    const create = jest.spyOn(http, 'createServer');
    create.mockClear();
    const { log, parsed } = openLog();
    const api = await startApi({}, { log });
    const server = create.mock.results[0]?.value as http.Server;
    const first = await dial(api.port);
    server.maxConnections = 1;
    const second = await dial(api.port, '127.0.0.3');
    await second.closed;
    expect(parsed()).toMatchObject([
      { msg: 'connection refused', reason: 'total', address: '127.0.0.3' },
    ]);
    first.socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await first.closed;
    expect(first.text()).toContain(
      'saphan_connections_refused_total{reason="total",listener="public"} 1',
    );
  });
});

import { connect } from '../../../src/db/postgres/connect';
import { createGatewayApp } from '../../../src/app';
import { listen } from '../../../src/http/server';
import { closeAfterFile } from '../../support/close-after-file';
import { testConfig, testDeps } from '../../support/gateway';
import { startApi } from '../../http/api';
import type { Api } from '../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const open = { key: null };

/** The API without Postgres: port 9 is closed. */
async function startWithoutDatabase(): Promise<string> {
  const db = connect('postgres://nobody@127.0.0.1:9/nothing', { poolMax: 2 });
  closeAfterFile(() => db.destroy());
  const deps = testDeps(db, testConfig());
  const outbox = { ...deps.outbox, state: () => ({ reachable: true }) };
  const http = { ...deps.config.http, host: '127.0.0.1', port: 0 };
  const server = await listen(createGatewayApp({ ...deps, outbox }), http, deps);
  closeAfterFile(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

describe('health checks', () => {
  it('need no key, and the root path links to them', async () => {
    const { status, body } = await api.get('/', open);
    expect([status, body]).toMatchObject([200, { mode: 'sandbox' }]);
    expect((await api.get('/healthz', open)).body).toEqual({ status: 'ok' });
  });

  it('report the outbox backlog', async () => {
    await api.createQrCode();
    const { status, body } = await api.get('/readyz', open);
    expect([status, body]).toMatchObject([
      200,
      { status: 'ok', database: 'ok', temporal: 'ok', dispatch_backlog: { waiting: 1 } },
    ]);
  });

  it('stay ready without Temporal and report it', async () => {
    api.temporal.reachable = false;
    const { status, body } = await api.get('/readyz', open);
    api.temporal.reachable = true;
    expect([status, body]).toMatchObject([200, { status: 'degraded', temporal: 'unreachable' }]);
  });
});

describe('without Postgres', () => {
  it('the process is live and not ready', async () => {
    const url = await startWithoutDatabase();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'unreachable', temporal: 'ok', dispatch_backlog: null },
    ]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('saphan_dispatches_waiting Nan');
  });

  it('a request gets 503 and can be retried', async () => {
    const url = await startWithoutDatabase();
    const authorization = `Bearer sk_test_${'x'.repeat(43)}`;
    const answer = await fetch(`${url}/v1/payments`, { headers: { authorization } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({
      error: { code: 'unavailable', type: 'api_error' },
    });
  });
});

describe('the metrics', () => {
  it('count requests by operation and status for every alias', async () => {
    await api.get('/v1/payments?reference=private');
    await api.get('/Thai/payments', { key: 'wrong' });
    await api.get('/nothing/here');
    const { status, text } = await api.get('/metrics', open);
    expect(status).toBe(200);
    const counted = (operation: string, code: number) =>
      `saphan_http_request_seconds_count{operation="${operation}",status="${code}"} 1`;
    expect(text).toContain(counted('listPayments', 200));
    expect(text).toContain(counted('listPayments', 401));
    expect(text).toContain(counted('unmatched', 404));
    expect(text).not.toContain('private');
    expect(text).toMatch(/^saphan_dispatches_waiting 1$/m);
    expect(text).toMatch(/^saphan_dispatches_oldest_seconds \d/m);
  });
});

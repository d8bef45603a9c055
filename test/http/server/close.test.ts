import { until } from '../../support/until';
import { PROVIDER_KEY, startApi } from '../api';
import { dial } from './sockets';

describe('server shutdown', () => {
  it('finishes requests in flight and accepts no new connections', async () => {
    const api = await startApi();
    const { payment_id } = await api.createQrCode();
    // No worker applies the callback, so the response takes a second.
    const body = { orderId: payment_id, status: 'success' };
    const answering = api.post('/payment/gw/webhook', body, { key: PROVIDER_KEY });
    await until(() => api.deps.offered.length === 2, { describe: 'the callback in the inbox' });
    const closing = api.close();
    await expect(dial(api.port)).rejects.toThrow();
    expect((await answering).status).toBe(201);
    await closing;
  });

  it('answers a request on a keep-alive connection with `Connection: close`', async () => {
    const api = await startApi({}, { timeouts: { lingerTimeout: 500 } });
    const kept = await dial(api.port);
    const ask = () => kept.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    ask();
    await until(() => kept.text().includes('"ok"'), { describe: 'the first answer' });
    const closing = api.close();
    ask();
    await kept.closed;
    await closing;
    const [, , last = ''] = kept.text().split('HTTP/1.1 ');
    expect(last).toMatch(/^200 OK/);
    expect(last.toLowerCase()).toContain('connection: close');
  });

  it('does not wait for idle sockets', async () => {
    const api = await startApi({}, { timeouts: { drainTimeout: 3_600_000 } });
    const idle = await dial(api.port);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => idle.text().includes('"ok"'), { describe: 'the answer' });
    await api.close();
    await idle.closed;
  });

  it('destroys connections after the drain timeout', async () => {
    const api = await startApi({}, { timeouts: { drainTimeout: 300 } });
    const slow = await dial(api.port);
    slow.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    await until(async () => (await api.get('/healthz')).status === 200, { describe: 'an answer' });
    await api.close();
    await slow.closed;
  });

  it('is announced by /readyz while other requests are served on closing connections', async () => {
    const api = await startApi();
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    await api.drain(0);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
    const { status, headers } = await fetch(`${api.url}/healthz`);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await api.close();
  });

  it('is idempotent', async () => {
    const api = await startApi();
    await Promise.all([api.close(), api.close()]);
  });
});

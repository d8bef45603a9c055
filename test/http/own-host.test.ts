import { testDeposit } from '../support/gateway';
import { startApi } from './api';
import { exchange } from './server/sockets';

const get = async (port: number, path: string, host: string) => {
  const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
  const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n`);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer };
};

describe('pages', () => {
  it('are served under the host of PUBLIC_URL only in live mode', async () => {
    const api = await startApi({
      PROVIDER: 'gw',
      PROVIDER_URL: 'https://provider.example',
      BILLER_ID: '010555000000001',
      PUBLIC_URL: 'https://pay.shop.example',
    });
    const { pageToken } = await testDeposit(api.deps, api.merchant);
    for (const path of ['/dashboard/sign-in', '/console/sign-in', `/pay/${pageToken}`]) {
      for (const host of ['pay.shop.example', 'PAY.shop.example:443', 'pay.shop.example:8443']) {
        expect([path, host, (await get(api.port, path, host)).status]).toEqual([path, host, 200]);
      }
      for (const host of ['evil.test', '127.0.0.1', 'localhost', 'pay.shop.example.evil.test']) {
        const { status, answer } = await get(api.port, path, host);
        expect([path, host, status]).toEqual([path, host, 421]);
        expect(answer).not.toContain('<form method="post"');
      }
    }
  });

  it('are also served under loopback names in a sandbox', async () => {
    const api = await startApi({ PUBLIC_URL: 'http://sandbox.example' });
    const hosts = ['sandbox.example', 'localhost:8080', '127.0.0.1', '[::1]:8080', 'evil.test', ''];
    const statuses = await Promise.all(
      hosts.map(async (host) => (await get(api.port, '/dashboard/sign-in', host)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 421, 421]);
  });

  it('refuse a form sent to another host', async () => {
    const api = await startApi();
    const form = 'email=a%40example.com&password=x';
    const head = [
      'POST /dashboard/sign-in HTTP/1.1',
      'Host: evil.test',
      'Origin: http://evil.test',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
      'Connection: close',
    ];
    const answer = await exchange(api.port, `${head.join('\r\n')}\r\n\r\n${form}`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });
});

it('the API accepts any host, because probes use addresses and browsers send no key', async () => {
  const api = await startApi({ PUBLIC_URL: 'https://pay.shop.example' });
  expect((await get(api.port, '/healthz', '10.0.0.7:8080')).status).toBe(200);
  expect((await get(api.port, '/Thai/v1/payments', 'api.internal')).status).toBe(401);
});

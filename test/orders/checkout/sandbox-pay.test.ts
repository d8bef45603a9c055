import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { payInSandbox } from '../../../src/orders/payment/pay-in-sandbox';
import { startApi, type Api } from '../../http/api';

/** Records what the bank is asked to pay. */
const asked: { readonly key: string | undefined; readonly body: unknown }[] = [];
let bank: Server;
let bankStatus = 201;
let api: Api;

beforeAll(async () => {
  bank = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const key = request.headers['idempotency-key'];
      asked.push({ key: String(key), body: { path: request.url, ...JSON.parse(text) } });
      response.writeHead(bankStatus).end('{}');
    });
  });
  bank.listen(0, '127.0.0.1');
  await once(bank, 'listening');
  const { port } = bank.address() as AddressInfo;
  api = await startApi({ PROVIDER_URL: `http://127.0.0.1:${port}` });
});
afterAll(() => bank.close());
beforeEach(() => {
  asked.length = 0;
  bankStatus = 201;
});

const sameOrigin = { 'sec-fetch-site': 'same-origin' };
const press = (at: Api, path: string, headers: Record<string, string> = sameOrigin) =>
  fetch(`${at.url}${path}/sandbox-payment`, {
    method: 'POST',
    body: new FormData(),
    headers,
    redirect: 'manual',
  });

describe('Pay now of a sandbox', () => {
  it('has the bank pay the code, once for the payment', async () => {
    const { checkout_url, payment_id, qr_data } = await api.createQrCode();
    const { pathname } = new URL(checkout_url);
    const headers = { 'accept-language': 'en' };
    expect((await api.get(pathname, { key: null, headers })).text).toContain('Pay now (sandbox)');
    const answer = await press(api, pathname);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(pathname),
    ]);
    await press(api, pathname);
    const paid = {
      key: `checkout-${payment_id}`,
      body: { path: '/api/payments', qrData: qr_data },
    };
    expect(asked).toEqual([paid, paid]);
  });

  it('is refused from another site', async () => {
    const { checkout_url } = await api.createQrCode();
    const { pathname } = new URL(checkout_url);
    const answer = await press(api, pathname, { 'sec-fetch-site': 'cross-site' });
    expect([answer.status, asked]).toEqual([400, []]);
  });

  it('is refused for a code that is over', async () => {
    const { checkout_url, payment_id } = await api.createQrCode();
    await api.post(`/Thai/v1/payments/${payment_id}/expire`);
    expect((await press(api, new URL(checkout_url).pathname)).status).toBe(410);
    expect(asked).toEqual([]);
  });

  it('says so when the bank does not pay', async () => {
    bankStatus = 422;
    const { checkout_url } = await api.createQrCode();
    expect((await press(api, new URL(checkout_url).pathname)).status).toBe(503);
  });
});

describe('Pay now in live mode', () => {
  it('is not on the page, has no route, and its use case refuses', async () => {
    const { port } = bank.address() as AddressInfo;
    const live = await startApi({
      PUBLIC_URL: 'https://127.0.0.1',
      PROVIDER: 'gw',
      PROVIDER_URL: `http://127.0.0.1:${port}`,
      BILLER_ID: '012345678901234',
    });
    expect(live.deps.config.mode).toBe('live');
    const { checkout_url, payment_id, qr_data } = await live.createQrCode();
    const { pathname } = new URL(checkout_url);
    const page = await live.get(pathname, { key: null });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('sandbox-payment');
    expect((await press(live, pathname)).status).toBe(404);
    const paying = payInSandbox(live.deps, { orderId: payment_id, payload: qr_data });
    await expect(paying).rejects.toMatchObject({ code: 'page_not_found' });
    expect(asked).toEqual([]);
  });
});

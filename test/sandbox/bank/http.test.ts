import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createLog } from '../../../src/platform/observe/log';
import { startSandboxServer } from '../../../sandbox/server';
import { billerId, newDirectory, providerKey, qrFor, startBank, type TestBank } from './bank';
import { startGatewayStub, type GatewayStub } from './gateway-stub';

let gateway: GatewayStub;
let bank: TestBank;
beforeAll(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
});

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const payment = JSON.stringify({ qrData: qrFor('REF1', 500) });
const token = 'a-token-of-the-page-0001';
const fields = String(new URLSearchParams({ token, mode: 'pay', qr_data: qrFor('REF1', 500) }));

async function post(path: string, body: string, headers: Readonly<Record<string, string>>) {
  return fetch(`${bank.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
}

describe('cross-site request', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://example.com' }],
    [{ origin: 'null' }],
  ])('with %j is rejected by the form and by the API', async (site) => {
    const before = (await bank.book()).totals;
    expect((await post('/pay', fields, { ...form, ...site })).status).toBe(403);
    expect((await post('/api/payments', payment, { ...json, ...site })).status).toBe(403);
    expect((await post('/callbacks/x/send', '', { ...form, ...site })).status).toBe(403);
    expect((await bank.book()).totals).toEqual(before);
  });

  it('cannot send JSON as text/plain', async () => {
    const response = await post('/api/payments', payment, { 'content-type': 'text/plain' });
    expect(response.status).toBe(415);
  });
});

describe('form of the page', () => {
  it('makes one payment and redirects to it when it is submitted three times', async () => {
    const before = (await bank.book()).totals.transfers ?? 0;
    const own = { ...form, 'sec-fetch-site': 'same-origin' };
    const answers = await Promise.all([1, 2, 3].map(() => post('/pay', fields, own)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const places = new Set(answers.map(({ headers }) => headers.get('location')));
    expect(places.size).toBe(1);
    expect((await bank.book()).totals.transfers).toBe(before + 1);
  });

  it('is rejected without a token', async () => {
    const before = (await bank.book()).totals;
    const body = String(new URLSearchParams({ mode: 'pay', qr_data: qrFor('REF1', 500) }));
    expect((await post('/pay', body, form)).status).toBe(400);
    expect((await bank.book()).totals).toEqual(before);
  });
});

describe('response', () => {
  it.each(['/', '/api/book', '/nowhere', '/api/nowhere', '/payments/none'])(
    'for %s is not cached and allows no resource of another origin',
    async (path) => {
      const { headers } = await fetch(`${bank.url}${path}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('invalid request', () => {
  it.each([
    ['no JSON', '{', 400, 'invalid_json'],
    ['an empty body', '', 400, 'invalid_json'],
    ['null', 'null', 400, 'invalid_request'],
    ['a list', '[]', 400, 'invalid_request'],
    ['too much', JSON.stringify({ qrData: 'x'.repeat(20_000) }), 413, 'invalid_request'],
  ])('with %s is rejected, and the server keeps running', async (_, body, status, code) => {
    const response = await post('/api/payments', body, json);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect((await fetch(`${bank.url}/healthz`)).status).toBe(200);
  });

  it('for an unknown path is a 404, as JSON for the API and as HTML for a page', async () => {
    const api = await fetch(`${bank.url}/api/nowhere`);
    expect(api.status).toBe(404);
    expect(await api.json()).toMatchObject({ error: { code: 'not_found' } });
    const page = await fetch(`${bank.url}/payments/none?lang=en`);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('No such payment.');
  });

  it.each([
    '/payouts/none',
    '/refunds/none',
    '/charges/none',
    '/slips/999/none',
    '/payouts',
    '/api/payouts/none',
  ])('for %s gets a JSON error, whatever Accept says', async (path) => {
    const headers = { authorization: `Bearer ${providerKey}`, accept: 'text/html' };
    const response = await fetch(`${bank.url}${path}`, { headers });
    expect(response.headers.get('content-type')).toContain('application/json');
    const code: unknown = expect.stringMatching(/^[a-z_]+$/);
    expect(await response.json()).toEqual({ error: { code, message: expect.any(String) } });
  });

  it('with an invalid percent encoding is a 404', async () => {
    expect((await fetch(`${bank.url}/payments/%E0%A4%A`)).status).toBe(404);
  });

  it('with a wrong method is a 405 with Allow', async () => {
    const response = await fetch(`${bank.url}/api/payments`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
  });
});

describe('sandbox server', () => {
  const options = (dataDir: string) => ({
    gatewayUrl: gateway.url,
    providerKey,
    billerId,
    dataDir,
    log: createLog('silent', 'sandbox-bank'),
  });

  it('creates no files when its port is in use', async () => {
    const port = Number(new URL(bank.url).port);
    const dataDir = await newDirectory();
    const second = startSandboxServer(options(dataDir), port);
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('does not start when a record cannot be read', async () => {
    const dataDir = await newDirectory();
    await mkdir(`${dataDir}/records`);
    await writeFile(`${dataDir}/records/1.json`, '{"type":');
    await expect(startSandboxServer(options(dataDir), 0)).rejects.toThrow('1.json cannot be read');
  });

  it('closes idle keep-alive connections', async () => {
    const open = await startBank({ gatewayUrl: gateway.url });
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: bank\r\n\r\n');
    await once(socket, 'data');
    const ended = once(socket, 'close');
    await open.close();
    await ended;
    await expect(fetch(`${open.url}/healthz`)).rejects.toThrow();
  });
});

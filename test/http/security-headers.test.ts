import { startReceiver, type Receiver } from '../support/receiver';
import { PROVIDER_KEY, startApi, type Answered, type Api } from './api';
import { requestFor } from './operation-requests';
import { exchange } from './server/sockets';
import { asOwner } from '../support/database';

const OPERATOR_KEY = 'an-operator-key-for-tests';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi(
    {
      OPERATOR_KEY,
      // No sandbox bank listens on it, whatever else runs on the machine.
      PROVIDER_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: 'https://pay.example',
      SECURITY_CONTACT: 'mailto:security@pay.example',
      BRAND_COLOUR: '#123f7a',
      BRAND_LOGO_FILE: 'docs/pictures/checkout.png',
    },
    { openingSatang: 10_000_000 },
  );
  receiver = await startReceiver();
});

const keys = {
  merchant: undefined,
  callback: PROVIDER_KEY,
  provider: PROVIDER_KEY,
  account: PROVIDER_KEY,
} as const;

/** The headers that every response needs. */
function expectGuarded({ headers, status }: Answered): void {
  const said = (name: string) => headers.get(name);
  expect(said('x-content-type-options')).toBe('nosniff');
  // The dashboard's pages send a referrer to each other only.
  expect(said('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
  expect(said('strict-transport-security')).toBe('max-age=31536000');
  expect(said('cross-origin-resource-policy')).toMatch(/^(same|cross)-origin$/);
  const policy = said('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
  // Only images and assets are cacheable, never a response to a key or a secret path.
  if (said('cache-control') !== 'no-store') expect(status).toBe(200);
  // The server software is not disclosed, and scripts of other origins cannot read responses.
  expect(said('x-powered-by')).toBeNull();
  expect(said('server')).toBeNull();
  expect(said('access-control-allow-origin')).toBeNull();
}

const kept = [
  'readQrCodeImage',
  'readPageAsset',
  'readLogo',
  'readDocsAsset',
  'readDocsPage',
  'readBrandLogo',
  'readBrandStyles',
];

it('every response has security headers, and only images and assets are cacheable', async () => {
  for (const { name, auth, family } of api.operations) {
    // Operations with a session have a test of their own.
    if (family === 'dashboard' || family === 'console') continue;
    const objects = { merchant: api.merchant, hookUrl: receiver.url };
    const { method, path, body, headers } = await requestFor(api, name, objects);
    const key = auth === 'operator' ? OPERATOR_KEY : keys[auth as keyof typeof keys];
    const sending = key === undefined ? { body, headers } : { key, body, headers };
    const answer = await api.call(method, path, sending);
    // The generic connector needs a topic, and the sandbox bank is not running.
    const fails = ['accountCallback', 'payInSandbox'].includes(name);
    expect([name, answer.status < 400]).toEqual([name, !fails]);
    expectGuarded(answer);
    const isKept = answer.headers.get('cache-control') !== 'no-store';
    expect([name, isKept && !kept.includes(name)]).toEqual([name, false]);
  }
});

it.each(['dashboard', 'console'])(
  'every page of the %s has security headers, with and without a session',
  async (site) => {
    const pages = api.operations.filter(({ family }) => family === site);
    expect(pages.length).toBeGreaterThan(5);
    for (const { method, path } of pages) {
      const answer = await api.call(method, path.replace(/:\w+/g, 'x'), { key: null });
      expect([path, answer.status < 500]).toEqual([path, true]);
      expectGuarded(answer);
    }
  },
);

describe('an error response', () => {
  it.each([
    ['without an API key', 401, () => api.get('/v1/payments', { key: null })],
    ['for an unknown path', 404, () => api.get('/nothing')],
    ['for an unknown page', 404, () => api.get('/pay/pt_unknown')],
    ['for a wrong method', 405, () => api.call('DELETE', '/v1/payments')],
    ['for invalid JSON', 400, () => api.post('/v1/qr-codes', '{')],
    ['for a wrong media type', 415, () => api.post('/v1/qr-codes', 'x', text)],
    ['for a body over the limit', 413, () => api.post('/v1/qr-codes', 'x'.repeat(300_000))],
  ])('%s has security headers', async (_name, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectGuarded(answer);
  });
  const text = { headers: { 'content-type': 'text/plain' } };

  it('discloses no details of an internal error', async () => {
    const broken = await startApi({ PUBLIC_URL: 'https://pay.example' });
    await asOwner(broken.deps.db, 'alter table qr_codes rename to elsewhere');
    const answer = await broken.post('/v1/qr-codes', { amount: 1, currency: 'THB' });
    expect(answer.status).toBe(500);
    expectGuarded(answer);
    expect(answer.text).not.toMatch(/qr_codes|relation|select|insert|\.ts|node_modules/i);
  });
});

it('HSTS is absent when PUBLIC_URL is not https', async () => {
  const plain = await startApi();
  const { headers } = await plain.get('/healthz');
  expect(headers.get('strict-transport-security')).toBeNull();
});

describe('a response header', () => {
  const ask = (target: string, ...lines: readonly string[]) => {
    const head = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines];
    return exchange(api.port, `${head.join('\r\n')}\r\n\r\n`);
  };
  const hostile = '%0d%0aSet-Cookie:%20owned=1%0d%0a%0d%0a<script>alert(1)</script>';

  it.each([
    `/v1/payments/${hostile}`,
    `/Thai/qr-codes/${hostile}/image`,
    `/pay/${hostile}`,
    `/pay/pt_${'0'.repeat(26)}?lang=${hostile}`,
    `/pay-assets/${hostile}`,
    `/docs/${hostile}?v=${hostile}`,
    `/nothing/${hostile}`,
    `/v1/payments?cursor=${hostile}`,
  ])('cannot be injected by a line break in %s', async (target) => {
    const answer = await ask(target, `Authorization: Bearer ${api.apiKey}`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(head).not.toMatch(/^set-cookie|owned/im);
    expect(body).not.toContain('<script>alert');
  });

  it('never echoes the request id, host, cookie or origin of the request', async () => {
    const answer = await ask(
      '/healthz',
      'X-Request-Id: req_chosen',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-For: 6.6.6.6',
      'Origin: https://evil.example',
      'Cookie: saphan_lang=chosen',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toMatch(/chosen|evil|6\.6\.6\.6/);
  });

  it('ignores forwarding headers without a trusted proxy', async () => {
    const addressed = await startApi();
    const wrong = (n: number) =>
      addressed.get('/v1/payments', {
        key: 'wrong',
        headers: { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` },
      });
    const answers = await Promise.all(Array.from({ length: 301 }, (_, n) => wrong(n)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

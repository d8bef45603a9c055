import { startReceiver } from '../support/receiver';
import type { Receiver } from '../support/receiver';
import { PROVIDER_KEY, startApi } from './api';
import type { Answered, Api } from './api';
import { requestFor } from './operation-requests';
import { exchange } from './server/sockets';
import { asOwner } from '../support/database';

const OPERATOR_KEY = 'an-operator-key-for-tests';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi(
    { OPERATOR_KEY, PUBLIC_URL: 'https://pay.example' },
    { openingSatang: 10_000_000 },
  );
  receiver = await startReceiver();
});

const keys = { merchant: undefined, callback: PROVIDER_KEY, provider: PROVIDER_KEY } as const;

/** What every answer says to whatever shows or keeps it. */
function expectGuarded({ headers, status }: Answered): void {
  const said = (name: string) => headers.get(name);
  expect(said('x-content-type-options')).toBe('nosniff');
  // The dashboard's pages may tell each other where somebody comes from, and nobody else.
  expect(said('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
  expect(said('strict-transport-security')).toBe('max-age=31536000');
  expect(said('cross-origin-resource-policy')).toMatch(/^(same|cross)-origin$/);
  const policy = said('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
  // What is kept is a picture or an asset, never what a key or a secret path has shown.
  if (said('cache-control') !== 'no-store') expect(status).toBe(200);
  // Nobody is told what it runs on, and no other site's script may read an answer.
  expect(said('x-powered-by')).toBeNull();
  expect(said('server')).toBeNull();
  expect(said('access-control-allow-origin')).toBeNull();
}

const kept = ['readQrCodeImage', 'readPageAsset', 'readDocsAsset'];

it('every operation’s answer is guarded, and only pictures and assets may be kept', async () => {
  for (const { name, auth, family } of api.operations) {
    // These are for who has signed in; others get theirs, guarded in the same way.
    if (family === 'dashboard' || family === 'console') continue;
    const objects = { merchant: api.merchant, hookUrl: receiver.url };
    const { method, path, body, headers } = await requestFor(api, name, objects);
    const key = auth === 'operator' ? OPERATOR_KEY : keys[auth as keyof typeof keys];
    const sending = key === undefined ? { body, headers } : { key, body, headers };
    const answer = await api.call(method, path, sending);
    expect([name, answer.status < 400]).toEqual([name, true]);
    expectGuarded(answer);
    const isKept = answer.headers.get('cache-control') !== 'no-store';
    expect([name, isKept && !kept.includes(name)]).toEqual([name, false]);
  }
}, 60_000);

it.each(['dashboard', 'console'])(
  'every page of the %s is guarded, signed in or not',
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

describe('an answer that refuses', () => {
  it.each([
    ['without a key', 401, () => api.get('/v1/payments', { key: null })],
    ['where nothing is', 404, () => api.get('/nothing')],
    ['a page that is not there', 404, () => api.get('/pay/pt_unknown')],
    ['another method', 405, () => api.call('DELETE', '/v1/payments')],
    ['what is no JSON', 400, () => api.post('/v1/qr-codes', '{')],
    ['another kind of body', 415, () => api.post('/v1/qr-codes', 'x', text)],
    ['what is too large', 413, () => api.post('/v1/qr-codes', 'x'.repeat(300_000))],
  ])('%s is guarded as well', async (_name, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectGuarded(answer);
  });
  const text = { headers: { 'content-type': 'text/plain' } };

  it('because of a fault of ours is guarded, and says nothing of it', async () => {
    const broken = await startApi({ PUBLIC_URL: 'https://pay.example' });
    await asOwner(broken.deps.db, 'alter table qr_codes rename to elsewhere');
    const answer = await broken.post('/v1/qr-codes', { amount: 1, currency: 'THB' });
    expect(answer.status).toBe(500);
    expectGuarded(answer);
    expect(answer.text).not.toMatch(/qr_codes|relation|select|insert|\.ts|node_modules/i);
  });
});

it('without https nobody is told to come by https', async () => {
  const plain = await startApi();
  const { headers } = await plain.get('/healthz');
  expect(headers.get('strict-transport-security')).toBeNull();
});

describe('a header of the answer', () => {
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
  ])('is not made by a line break in %s', async (target) => {
    const answer = await ask(target, `Authorization: Bearer ${api.apiKey}`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(head).not.toMatch(/^set-cookie|owned/im);
    expect(body).not.toContain('<script>alert');
  });

  it('is none that the caller chose: request id, host, cookie and origin', async () => {
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

  it('that names the caller is not believed where no proxy stands in front', async () => {
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

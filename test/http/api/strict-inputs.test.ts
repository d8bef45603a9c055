import { statusIn } from '../../../src/http/problem-reply';
import { startApi, type Api } from '../api';

/** What a request cannot contain is refused and never changed or ignored silently. */

let api: Api;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
});

const qr = { amount: 100, currency: 'THB' };

describe('metadata', () => {
  const create = (metadata: string, key: string) =>
    api.post('/Thai/v1/qr-codes', `{"amount":1,"currency":"THB","metadata":${metadata}}`, {
      headers: { 'idempotency-key': key },
    });

  it.each(['{"id":580161234567890123}', '{"a":[{"b":-9007199254740993}]}', '{"x":1e400}'])(
    '%s with a number that would change is refused',
    async (metadata) => {
      const answer = await create(metadata, `key ${metadata}`);
      expect([answer.status, answer.code, answer.param]).toEqual([
        400,
        'invalid_metadata',
        'metadata',
      ]);
    },
  );

  it('is returned with the numbers and texts that it had', async () => {
    const metadata = '{"id":9007199254740991,"text":"580161234567890123","part":0.1}';
    const answer = await create(metadata, 'exact');
    expect(answer.text).toContain(metadata);
  });
});

describe('an unknown query parameter', () => {
  it.each([
    ['/Thai/v1/payments?status[]=succeeded', 'status[]', /Did you mean status\?/],
    ['/Thai/v1/payments?startDate=2026-11-01', 'startDate', /Did you mean start_date\?/],
    ['/Thai/v1/transactions?Status=failed', 'Status', /Did you mean status\?/],
    ['/Thai/v1/refunds?statsu=failed', 'statsu', /Did you mean status\?/],
    ['/deposit/gw?from=2026-11-01', 'from', /It has limit, offset/],
    ['/Thai/v1/balance/entries?start_date=2026-11-01', 'start_date', /It has limit, cursor\./],
    ['/Thai/v1/webhooks?limit=5', 'limit', /It has none\./],
    ['/Thai/v1/balance?at=now', 'at', /It has none\./],
  ])('of %s is refused by its name', async (path, param, message) => {
    const answer = await api.get(path);
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_parameters', param]);
    expect(answer.text).toMatch(message);
  });

  it('in a body is ignored', async () => {
    expect((await api.post('/Thai/v1/qr-codes', { ...qr, startDate: 1 })).status).toBe(200);
  });

  it('of a picture is ignored, because pages add them against caches', async () => {
    const { qr_image_url } = await api.createQrCode();
    const { pathname } = new URL(qr_image_url);
    expect((await api.get(`${pathname}?v=2`, { key: null })).status).toBe(200);
  });
});

describe('an idempotency key in the body', () => {
  it.each(['คำสั่งซื้อ-๑', 'ก'.repeat(255), ' ', '👍'])('may be %j', async (idempotency_key) => {
    const first = await api.post('/Thai/v1/qr-codes', { ...qr, idempotency_key });
    const again = await api.post('/Thai/v1/qr-codes', { ...qr, idempotency_key });
    expect([first.status, again.text]).toEqual([200, first.text]);
    const other = await api.post('/Thai/v1/qr-codes', { ...qr, amount: 2, idempotency_key });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it.each(['', 'x'.repeat(256), 'a\u0000', 7])('cannot be %j', async (idempotency_key) => {
    const answer = await api.post('/Thai/v1/qr-codes', { ...qr, idempotency_key });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_idempotency_key']);
  });
});

it.each([
  'whsec_not base64, but long enough',
  `whsec_${'A'.repeat(16)}`,
  `whsec_${'A'.repeat(100)}`,
])('the webhook secret %s, which no library decodes, is refused', async (secret) => {
  const request = { url: 'https://shop.example/hook', events: ['payment.succeeded'], secret };
  const answer = await api.post('/Thai/v1/webhooks', request);
  expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_request', 'secret']);
});

it.each([
  'https://user:password@shop.example/paid',
  'https://user@shop.example/paid',
  'https://@shop.example/paid',
  'https://shop.example/pa\tid',
  'https://shop.example/\npaid',
  'https://shop.example/pa id',
  'ftp://shop.example/',
])('the return_url %j is refused', async (return_url) => {
  const request = { ...qr, token_id: 'tok_success', return_url };
  const answer = await api.post('/Thai/v1/payments', request);
  expect([answer.status, answer.code, answer.param]).toEqual([422, 'invalid_url', 'return_url']);
});

it('the bank-transfer family answers 400 where the others answer 422', () => {
  expect([422, 409, 404].map((status) => statusIn('bank', status))).toEqual([400, 409, 404]);
  expect(statusIn('qr', 422)).toBe(422);
});

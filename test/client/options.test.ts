import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  Saphan,
  SaphanError,
  requestIdOf,
  signTestEvent,
  verifyWebhook,
  type RequestAttempt,
  type ResponseAttempt,
  type SaphanEvent,
  type SaphanOptions,
} from '../../client/src';
import { VERSION } from '../../client/src/version';
import { startReceiver } from '../support/receiver';

const apiKey = `sk_test_${'x'.repeat(43)}`;

function refusalOf(options: unknown): TypeError {
  try {
    new Saphan(options as SaphanOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return error as TypeError;
  }
  throw new Error('the options were accepted');
}

describe('an invalid option', () => {
  it.each([
    ['apiKey', { apiKey: 'sk_live_secret\n' }],
    ['apiKey', { apiKey: '"sk_live_secret"' }],
    ['apiKey', { apiKey: 'sk_live_secret\u200b' }],
    ['apiKey', { apiKey: 'sk_live_secret secret' }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: undefined }],
    ['apiKey', { apiKey: ['sk_live_secret'] }],
    ['signingSecret', { apiKey, signingSecret: 'sign_secret\r\n' }],
    ['signingSecret', { apiKey, signingSecret: null }],
    ['baseUrl', { apiKey, baseUrl: 'secret' }],
    ['baseUrl', { apiKey, baseUrl: 'ftp://secret' }],
    ['baseUrl', { apiKey, baseUrl: 'https://secret:secret@gateway.example' }],
    ['timeoutMs', { apiKey, timeoutMs: 0 }],
    ['timeoutMs', { apiKey, timeoutMs: Infinity }],
    ['retriesMax', { apiKey, retriesMax: -1 }],
    ['retriesMax', { apiKey, retriesMax: NaN }],
  ])('%s of %j is a TypeError that names it and not its value', (name, options) => {
    const { message, stack } = refusalOf(options);
    expect(message).toMatch(new RegExp(`^${name} `));
    expect(`${message}${stack?.split('\n')[0]}`).not.toContain('secret');
  });

  it('baseUrl is missing with a live key', () => {
    const live = `sk_live_${'x'.repeat(43)}`;
    expect(refusalOf({ apiKey: live }).message).toBe('baseUrl is required with a live API key.');
    expect(new Saphan({ apiKey: live, baseUrl: 'https://gateway.example' })).toBeDefined();
    expect(new Saphan({ apiKey })).toBeDefined();
  });
});

describe('a call', () => {
  it('names the client and its version, and its answer has the request id', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({
      status: 200,
      body: '{"available":1}',
      headers: { 'x-request-id': 'r1' },
    });
    const balance = await new Saphan({ apiKey, baseUrl: receiver.url }).readBalance();
    expect(receiver.requests[0]?.headers['user-agent']).toBe(`saphan-node/${VERSION}`);
    expect(requestIdOf(balance)).toBe('r1');
    expect(requestIdOf({})).toBeNull();
    expect(Object.keys(balance)).toEqual(['available']);
  });

  it('takes its own timeout and number of retries', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 503, body: '{}' });
    const saphan = new Saphan({ apiKey, baseUrl: receiver.url });
    await expect(saphan.readBalance({ retriesMax: 0 })).rejects.toMatchObject({ status: 503 });
    expect(receiver.requests).toHaveLength(1);
    await expect(saphan.readBalance({ timeoutMs: -1 })).rejects.toThrow(/^timeoutMs /);
  });

  it('reports each attempt to its hooks, without the API key', async () => {
    const receiver = await startReceiver();
    const busy = { status: 503, body: '{}', headers: { 'x-request-id': 'r1' } };
    const done = { status: 200, body: '{}', headers: { 'x-request-id': 'r3' } };
    receiver.answerWith(busy, 'reset', done);
    const sent: RequestAttempt[] = [];
    const seen: ResponseAttempt[] = [];
    const saphan = new Saphan({
      apiKey,
      baseUrl: receiver.url,
      onRequest: (attempt) => void sent.push(attempt),
      onResponse: (attempt) => void seen.push(attempt),
    });
    await saphan.createQrCode({ amount: 1, currency: 'THB' }, { idempotencyKey: 'k' });
    const about = { method: 'POST', path: '/Thai/v1/qr-codes', idempotencyKey: 'k' };
    expect(sent).toEqual([1, 2, 3].map((attempt) => ({ ...about, attempt })));
    const again = { error: expect.any(SaphanError), retryInMs: expect.any(Number) };
    const durationMs: unknown = expect.any(Number);
    expect(seen).toEqual([
      { ...sent[0], ...again, status: 503, requestId: 'r1', durationMs },
      { ...sent[1], ...again, status: null, requestId: null, durationMs },
      { ...sent[2], error: null, retryInMs: null, status: 200, requestId: 'r3', durationMs },
    ]);
    expect(JSON.stringify([sent, seen])).not.toContain(apiKey);
  });

  it('refuses a key that no header can have, and leaves one in the body to the body', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 200, body: '{}' });
    const saphan = new Saphan({ apiKey, baseUrl: receiver.url });
    const qr = { amount: 1, currency: 'THB' } as const;
    const refused = saphan.createQrCode(qr, { idempotencyKey: 'คำสั่งซื้อ' });
    await expect(refused).rejects.toThrow(/^idempotencyKey must be/);
    await saphan.createQrCode({ ...qr, idempotency_key: 'คำสั่งซื้อ 1' });
    const [request] = receiver.requests;
    expect(request?.headers['idempotency-key']).toBeUndefined();
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ idempotency_key: 'คำสั่งซื้อ 1' });
  });
});

it('a test event verifies like one of the gateway', () => {
  const secret = 'a secret of the merchant';
  const event = {
    id: 'evt_1',
    event: 'payment.succeeded',
    sequence: 2,
    timestamp: '2026-01-02T03:04:05.000Z',
    data: { payment_id: 'pay_1', reference: 'ก' },
  } as unknown as SaphanEvent;
  const { headers, body } = signTestEvent(secret, event);
  expect(verifyWebhook(secret, headers, body)).toEqual(event);
  expect(() => verifyWebhook('another secret', headers, body)).toThrow();
  const old = signTestEvent(secret, event, new Date(Date.now() - 3_600_000));
  expect(() => verifyWebhook(secret, old.headers, old.body)).toThrow();
});

it('the version is that of package.json', () => {
  const file = path.join(__dirname, '../../client/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});

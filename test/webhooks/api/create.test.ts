import { Webhook } from 'standardwebhooks';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startApi, type Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});
beforeEach(() => asOwner(api.deps.db, 'truncate idempotency_keys, webhooks cascade'));

const path = '/Thai/v1/webhooks';
const count = async () => (await api.deps.db('webhooks').pluck('id')).length;
const asked = (more: object = {}) => ({
  url: `${receiver.url}/hook`,
  events: ['payment.succeeded'],
  ...more,
});

describe('200: a webhook', () => {
  it('is registered after a signed ping, and shows its secret once', async () => {
    const { status, body } = await api.post(path, asked());
    expect([status, body]).toEqual([
      200,
      {
        webhook_id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
        url: `${receiver.url}/hook`,
        events: ['payment.succeeded'],
        status: 'active',
        description: null,
        disabled_reason: null,
        created_at: expect.any(String),
        warning: null,
        secret: expect.stringMatching(/^whsec_/),
      },
    ]);
    const ping = await receiver.waitFor(({ body: sent }) => sent.includes('webhook.ping'));
    const { secret, webhook_id } = body as { secret: string; webhook_id: string };
    const headers = ping.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(ping.body, headers)).not.toThrow();
    expect((await api.get(`${path}/${webhook_id}`)).text).not.toContain(secret);
  });

  it("accepts the merchant's own secret, stored encrypted", async () => {
    const secret = 'ความลับของร้านขนมปังหอมกรุ่น';
    const { body } = await api.post(path, asked({ secret }));
    expect(body).toMatchObject({ secret });
    const rows = await api.deps.db('webhooks').select('*');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('normalizes event names and removes duplicates', async () => {
    const events = ['Payment.succeeded', 'payment.failed', ' payment.failed '];
    const { body } = await api.post(path, asked({ events }));
    expect(body).toMatchObject({ events: ['payment.succeeded', 'payment.failed'] });
  });

  it('is created when the URL answers with any status', async () => {
    receiver.answerWith({ status: 500 }, { status: 200 });
    expect((await api.post(path, asked())).status).toBe(200);
  });

  it('is created once for an idempotency key, and replayed with its secret', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await api.post(path, asked(), { headers });
    const second = await api.post('/v1/webhooks', asked(), { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.post(path, asked({ events: ['payment.failed'] }), { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
    expect(await count()).toBe(1);
  });

  it('is created anew when the idempotency key is older than 24 hours', async () => {
    const headers = { 'Idempotency-Key': 'old' };
    const first = await api.post(path, asked(), { headers });
    await api.deps.db('idempotency_keys').update({ expires_at: new Date() });
    const second = await api.post(path, asked(), { headers });
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(second.text).not.toBe(first.text);
    expect(await count()).toBe(2);
  });
});

describe('400: an invalid request', () => {
  it.each([
    ['no url', { url: undefined }, 'missing_parameter', 'url'],
    ['a url that is not a string', { url: 5 }, 'invalid_request', 'url'],
    ['no events', { events: undefined }, 'missing_parameter', 'events'],
    ['an empty list of events', { events: [] }, 'invalid_event', 'events'],
    ['events that are not a list', { events: 'payment.succeeded' }, 'invalid_event', 'events'],
    [
      'an unknown event',
      { events: ['payment.succeeded', 'payment.paid'] },
      'invalid_event',
      'events',
    ],
    ['an event that is not a string', { events: [1] }, 'invalid_event', 'events'],
    ['too many events', { events: Array(101).fill('payment.failed') }, 'invalid_event', 'events'],
    ['a short secret', { secret: 'x'.repeat(15) }, 'invalid_request', 'secret'],
    ['a long secret', { secret: 'x'.repeat(257) }, 'invalid_request', 'secret'],
    ['a secret with a line break', { secret: `${'x'.repeat(20)}\n` }, 'invalid_request', 'secret'],
    ['a secret that is not a string', { secret: 7 }, 'invalid_request', 'secret'],
  ])('with %s', async (_name, more, code, param) => {
    const answer = await api.post(path, asked(more));
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(await count()).toBe(0);
  });
});

describe('403: a disabled merchant', () => {
  it('registers nothing and sends no ping', async () => {
    const disabled = await startApi();
    await disabled.disable();
    const pings = receiver.requests.length;
    const { status, code } = await disabled.post(path, asked());
    expect([status, code]).toEqual([403, 'merchant_disabled']);
    expect(receiver.requests).toHaveLength(pings);
  });
});

describe('409: webhooks over the limit', () => {
  it('are refused from the 17th on, also concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(path, asked())));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(
      ({ status, code }) => `${status} ${code}` === '409 state_conflict',
    );
    expect([made.length, refused.length, await count()]).toEqual([16, 4, 16]);
  });
});

describe('422: an unreachable URL', () => {
  it.each([
    ['not a URL', 'nonsense'],
    ['another scheme', 'ftp://example.com/'],
    ['a user name', 'http://user:secret@127.0.0.1/'],
    ['NUL', 'http://127.0.0.1/\u0000'],
    ['a port without a listener', 'http://127.0.0.1:9/'],
  ])('%s', async (_name, url) => {
    const { status, code, param } = await api.post(path, asked({ url }));
    expect([status, code, param]).toEqual([422, 'invalid_url', 'url']);
    expect(await count()).toBe(0);
  });

  it('includes every private address, unless a sandbox allows them', async () => {
    const strict = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    const pings = receiver.requests.length;
    for (const url of [`${receiver.url}/hook`, 'https://127.0.0.1/', 'https://169.254.169.254/']) {
      expect((await strict.post(path, asked({ url }))).code).toBe('invalid_url');
    }
    expect(receiver.requests).toHaveLength(pings);
  });
});

import { Webhook } from 'standardwebhooks';
import { testMerchant, testWebhook } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startApi, type Api } from '../../http/api';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});

const add = (url = receiver.url) => testWebhook(api.deps, api.merchant, url, ['payment.pending']);
const path = (id: string) => `/Thai/v1/webhooks/${id}/test`;

describe('200: a test ping', () => {
  it('is signed, and its result returned', async () => {
    receiver.answerWith({ status: 201, body: 'well received' }, { status: 200 });
    const { webhookId, secret } = await add();
    const { status, body } = await api.post(path(webhookId));
    expect([status, body]).toEqual([
      200,
      {
        delivered: true,
        status_code: 201,
        duration_ms: expect.any(Number),
        error: null,
        answer: 'well received',
      },
    ]);
    const ping = receiver.requests.at(-1);
    const headers = ping?.headers as Record<string, string>;
    const event = new Webhook(secret).verify(ping?.body ?? '', headers);
    expect(event).toEqual({
      id: headers['webhook-id'],
      event: 'webhook.ping',
      data: {},
      timestamp: expect.any(String),
      sequence: 1,
    });
  });

  it('returns a failure with at most 1 KB of the response', async () => {
    receiver.answerWith({ status: 500, body: 'x'.repeat(5_000) }, { status: 200 });
    const { webhookId } = await add();
    expect((await api.post(path(webhookId))).body).toMatchObject({
      delivered: false,
      status_code: 500,
      error: 'http_status',
      answer: 'x'.repeat(1024),
    });
  });

  it('returns a failure without a response', async () => {
    const { webhookId } = await add('http://127.0.0.1:9/');
    expect((await api.post(path(webhookId))).body).toMatchObject({
      delivered: false,
      status_code: null,
      error: expect.any(String),
      answer: null,
    });
  });

  it('is sent to a paused webhook, and is not a delivery', async () => {
    const { webhookId } = await add();
    await api.call('PATCH', `/Thai/v1/webhooks/${webhookId}`, { body: { enabled: false } });
    expect((await api.post(path(webhookId))).body).toMatchObject({ delivered: true });
    const { body } = await api.get(`/Thai/v1/webhooks/${webhookId}/deliveries`);
    expect(body).toMatchObject({ deliveries: [] });
  });

  it('is sent once for an idempotency key', async () => {
    const { webhookId } = await add();
    const pings = receiver.requests.length;
    const headers = { 'Idempotency-Key': 'ping' };
    const first = await api.post(path(webhookId), undefined, { headers });
    const second = await api.post(path(webhookId), undefined, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(receiver.requests).toHaveLength(pings + 1);
    const other = await api.post(path((await add()).webhookId), undefined, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('404: an unknown webhook', () => {
  it("includes another merchant's, and sends nothing", async () => {
    const { webhookId } = await add();
    const pings = receiver.requests.length;
    const { apiKey: key } = await testMerchant(api.deps.db);
    const { status, code } = await api.post(path(webhookId), undefined, { key });
    expect([status, code]).toEqual([404, 'webhook_not_found']);
    expect(receiver.requests).toHaveLength(pings);
  });
});

import { Webhook } from 'standardwebhooks';
import { findDelivery } from '../../../src/webhooks/store/deliveries';
import { testMerchant, testPayment, testWebhook } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startApi, type Api } from '../../http/api';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});

const path = (id: string) => `/Thai/v1/webhooks/${id}`;
const add = () => testWebhook(api.deps, api.merchant, receiver.url, ['payment.pending']);
const rotate = async (id: string, body?: unknown) => {
  const answer = await api.post(`${path(id)}/rotate-secret`, body);
  expect(answer.status).toBe(200);
  return (answer.body as { secret: string }).secret;
};

/** Which of the secrets verify the next ping. */
async function signing(id: string, ...secrets: readonly string[]): Promise<readonly boolean[]> {
  const seen = receiver.requests.length;
  await api.post(`${path(id)}/test`);
  const ping = receiver.requests[seen];
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(ping?.body ?? '', ping?.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
}

describe('200: a new secret', () => {
  it('signs pings at once, together with the old one for 24 hours', async () => {
    const { webhookId, secret: old } = await add();
    expect(await signing(webhookId, old)).toEqual([true]);
    const secret = await rotate(webhookId);
    expect(await signing(webhookId, old, secret)).toEqual([true, true]);

    const { previous_until: until } = await api.deps.db('webhooks').where('id', webhookId).first();
    const hours = ((until as Date).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.99);
    expect(hours).toBeLessThanOrEqual(24);
    await api.deps.db('webhooks').where('id', webhookId).update({ previous_until: new Date() });
    expect(await signing(webhookId, old, secret)).toEqual([false, true]);
  });

  it('signs deliveries together with the old one for 24 hours', async () => {
    const { db, vault } = api.deps;
    const { webhookId, secret: old } = await add();
    await testPayment(api.deps, api.merchant);
    const { id } = await db('deliveries').where('webhook_id', webhookId).first('id');
    const secret = await rotate(webhookId);
    const secrets = async () =>
      (await findDelivery(db, id))?.secretsSealed.map((each) =>
        vault.open(each, 'webhooks.secret'),
      );
    expect(await secrets()).toEqual([secret, old]);
    await db('webhooks').where('id', webhookId).update({ previous_until: new Date() });
    expect(await secrets()).toEqual([secret]);
  });

  it('replaces the old one when rotated again within 24 hours', async () => {
    const { webhookId, secret: first } = await add();
    const second = await rotate(webhookId, {});
    const third = await rotate(webhookId, { secret: null });
    expect(await signing(webhookId, first, second, third)).toEqual([false, true, true]);
  });

  it("can be the merchant's own, shown once and stored encrypted", async () => {
    const { webhookId } = await add();
    const secret = 'a secret of the shop: ขนมปัง';
    expect(await rotate(webhookId, { secret })).toBe(secret);
    expect((await api.get(path(webhookId))).text).not.toContain(secret);
    const rows = await api.deps.db('webhooks').select('*');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is created once for an idempotency key, and replayed', async () => {
    const { webhookId, secret: old } = await add();
    const headers = { 'Idempotency-Key': 'rotate' };
    const url = `${path(webhookId)}/rotate-secret`;
    const [first, second] = await Promise.all([
      api.post(url, undefined, { headers }),
      api.post(url, undefined, { headers }),
    ]);
    expect(second.text).toBe(first.text);
    const { secret } = first.body as { secret: string };
    expect(await signing(webhookId, old, secret)).toEqual([true, true]);
    const other = await api.post(url, { secret: 'x'.repeat(16) }, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('the retry of a rotation', () => {
  it('is replayed after the webhook was deleted', async () => {
    const { webhookId } = await add();
    const sending = { headers: { 'Idempotency-Key': 'rotate-then-delete' } };
    const url = `${path(webhookId)}/rotate-secret`;
    const first = await api.post(url, undefined, sending);
    await api.call('DELETE', path(webhookId));
    const again = await api.post(url, undefined, sending);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.post(url)).code).toBe('webhook_not_found');
  });
});

describe('400: an invalid secret', () => {
  it.each(['x'.repeat(15), 'x'.repeat(257), `${'x'.repeat(20)}\n`, 7])('%p', async (secret) => {
    const { webhookId, secret: old } = await add();
    const answer = await api.post(`${path(webhookId)}/rotate-secret`, { secret });
    expect([answer.status, answer.code, answer.param]).toEqual([400, 'invalid_request', 'secret']);
    expect(await signing(webhookId, old)).toEqual([true]);
  });
});

describe('404: an unknown webhook', () => {
  it("includes another merchant's, whose secret stays", async () => {
    const { webhookId, secret } = await add();
    const { apiKey: key } = await testMerchant(api.deps.db);
    const answer = await api.post(`${path(webhookId)}/rotate-secret`, {}, { key });
    expect([answer.status, answer.code]).toEqual([404, 'webhook_not_found']);
    expect(await signing(webhookId, secret)).toEqual([true]);
    const row = await api.deps.db('webhooks').where('id', webhookId).first();
    expect(row.previous_secret_sealed).toBeNull();
  });
});

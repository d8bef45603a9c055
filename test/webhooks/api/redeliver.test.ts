import { failed, testAttempt, testDelivery } from '../../support/deliveries';
import { testMerchant, testWebhook } from '../../support/gateway';
import { startApi, type Api, type Sending } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() =>
  asOwner(api.deps.db, 'truncate webhooks, outbox_messages, idempotency_keys cascade'),
);

const redeliver = (id: string, sending?: Sending) =>
  api.post(`/Thai/v1/webhook-deliveries/${id}/redeliver`, undefined, sending);
const asked = async (id: string) =>
  (await api.deps.db('outbox_messages').where({ topic: 'deliver', subject: id })).map(
    ({ detail }) => detail as unknown,
  );
const row = (id: string) => api.deps.db('deliveries').where('id', id).first();

async function delivery() {
  const url = 'https://shop.example.com/hook';
  const { webhookId } = await testWebhook(api.deps, api.merchant, url, ['payment.pending']);
  const made = await testDelivery(api.deps, api.merchant);
  await api.deps.db('outbox_messages').delete();
  return { ...made, webhookId };
}

describe('200: a redelivery', () => {
  it.each([
    ['succeeded', {}],
    ['failed', failed],
  ])('of one that had %s starts a new retry schedule', async (_name, attempt) => {
    const { deliveryId, eventId } = await delivery();
    await testAttempt(api.deps, deliveryId, attempt);
    const { status, body } = await redeliver(deliveryId);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        delivery_id: deliveryId,
        event_id: eventId,
        status: 'pending',
        attempts: [expect.objectContaining({ duration_ms: 12 })],
        next_attempt_at: expect.any(String),
      }),
    ]);
    expect(await row(deliveryId)).toMatchObject({ status: 'pending', attempts_before: 1 });
    expect(await asked(deliveryId)).toEqual([{ now: true }]);
  });

  it('of a pending delivery is immediate, and its retry schedule continues', async () => {
    const { deliveryId } = await delivery();
    const waiting = { ...failed, status: 'pending', nextInMs: 3_600_000 } as const;
    await testAttempt(api.deps, deliveryId, waiting);
    const { body } = await redeliver(deliveryId);
    const { next_attempt_at: next } = body as { next_attempt_at: string };
    expect(Math.abs(new Date(next).getTime() - Date.now())).toBeLessThan(60_000);
    expect(await row(deliveryId)).toMatchObject({ status: 'pending', attempts_before: 0 });
    expect(await asked(deliveryId)).toEqual([{ now: true }]);
  });

  it('happens once for an idempotency key', async () => {
    const { deliveryId } = await delivery();
    await testAttempt(api.deps, deliveryId);
    const headers = { 'Idempotency-Key': 'again' };
    const first = await redeliver(deliveryId, { headers });
    await testAttempt(api.deps, deliveryId);
    const second = await redeliver(deliveryId, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await row(deliveryId)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await asked(deliveryId)).toHaveLength(1);
  });

  it('of another delivery with the same idempotency key gets 409', async () => {
    const [first, other] = [await delivery(), await delivery()];
    const headers = { 'Idempotency-Key': 'of the first' };
    expect((await redeliver(first.deliveryId, { headers })).status).toBe(200);
    const { status, code } = await redeliver(other.deliveryId, { headers });
    expect([status, code]).toEqual([409, 'idempotency_key_reused']);
    expect(await asked(other.deliveryId)).toEqual([]);
  });
});

describe('404: an unknown delivery', () => {
  it.each(['dlv_0', 'x', '%00'])('with the id %s', async (id) => {
    expect((await redeliver(id)).code).toBe('delivery_not_found');
  });

  it("includes another merchant's, and sends nothing", async () => {
    const { deliveryId } = await delivery();
    const { apiKey: key } = await testMerchant(api.deps.db);
    const { status, code } = await redeliver(deliveryId, { key });
    expect([status, code]).toEqual([404, 'delivery_not_found']);
    expect(await asked(deliveryId)).toEqual([]);
  });
});

describe('409: an inactive webhook', () => {
  it.each(['disabled', 'deleted'])('because it is %s', async (status) => {
    const { deliveryId, webhookId } = await delivery();
    await testAttempt(api.deps, deliveryId);
    await api.deps.db('webhooks').where('id', webhookId).update({ status });
    const headers = { 'Idempotency-Key': 'later' };
    const refused = await redeliver(deliveryId, { headers });
    expect([refused.status, refused.code]).toEqual([409, 'state_conflict']);
    expect(await row(deliveryId)).toMatchObject({ status: 'succeeded' });
    expect(await asked(deliveryId)).toEqual([]);
    // The key is still free.
    await api.deps.db('webhooks').where('id', webhookId).update({ status: 'active' });
    expect((await redeliver(deliveryId, { headers })).status).toBe(200);
  });
});

import { startReceiver } from '../../support/receiver';
import { startApi } from '../../http/api';

it("a change of a webhook by an API key is in the merchant's audit log", async () => {
  const api = await startApi();
  const receiver = await startReceiver();
  const { db } = api.deps;
  const key = api.apiKey;
  const keyId = await db('api_keys')
    .first('id')
    .then(({ id }) => id as string);
  const created = await api.post('/v1/webhooks', {
    url: receiver.url,
    events: ['payment.succeeded'],
  });
  const { webhook_id: id } = created.body as { readonly webhook_id: string };
  const path = `/Thai/v1/webhooks/${id}`;
  const change = { events: ['payment.failed'], enabled: false };
  expect((await api.call('PATCH', path, { key, body: change })).status).toBe(200);
  expect((await api.post(`${path}/rotate-secret`, {})).status).toBe(200);
  const replayed = { headers: { 'idempotency-key': 'k1' } };
  await api.post(`${path}/rotate-secret`, {}, replayed);
  await api.post(`${path}/rotate-secret`, {}, replayed);
  expect((await api.call('PATCH', path, { key, body: { url: 'http://x' } })).status).toBe(422);
  expect((await api.call('DELETE', path, { key })).status).toBe(200);
  expect((await api.call('DELETE', path, { key })).status).toBe(404);
  const lines = await db('audit_log')
    .where('scope', api.merchant.id)
    .orderBy('number')
    .select<Readonly<Record<string, string>>[]>();
  expect(
    lines.map(({ act, subject, detail }) => [act, subject, JSON.parse(detail ?? '')] as unknown[]),
  ).toEqual([
    ['webhook.created', receiver.url, {}],
    ['webhook.changed', id, { events: 'payment.failed', enabled: false }],
    ['webhook.secret_rotated', id, {}],
    ['webhook.secret_rotated', id, {}],
    ['webhook.deleted', id, {}],
  ]);
  const actors = lines.map((line) => [line.actor_kind, line.actor_id, line.address]);
  expect(new Set(actors.map(String))).toEqual(new Set([`key,${keyId},127.0.0.1`]));
});

import { Webhook } from 'standardwebhooks';
import { testAttempt, testDelivery, failed } from '../../support/deliveries';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startDashboard, type Member, type Dashboard } from '../../pages/dashboard/dashboard';

const WEBHOOKS = '/dashboard/developers/webhooks';

let dashboard: Dashboard;
let owner: Member;
let receiver: Receiver;
beforeEach(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('owner');
  receiver = await startReceiver();
});

const secretIn = (text: string): string => /id="new-key"[^>]*>(whsec_[^<]+)</.exec(text)?.[1] ?? '';

async function add(events: string | readonly string[] = 'payment.pending') {
  const fields = { url: receiver.url, description: 'Till 7', events };
  const { status, text } = await dashboard.post(WEBHOOKS, fields, { as: owner });
  expect(status).toBe(200);
  const { id } = await dashboard.deps.db('webhooks').first('id');
  return { secret: secretIn(text), path: `${WEBHOOKS}/${id}`, id: id as string };
}

const act = (path: string, fields = {}) => dashboard.post(path, fields, { as: owner });

test('a webhook whose server answers is added, and its secret verifies messages', async () => {
  const { secret, path } = await add(['payment.pending', 'payment.succeeded']);
  const location = (await act(`${path}/test`)).headers.get('location') ?? '';
  const sent = receiver.requests.length;
  for (const _reload of [1, 2]) {
    const { text } = await dashboard.get(location, { as: owner });
    expect(text).toContain('answered the test request with HTTP 200');
  }
  // A reload of the result sends no further test request.
  expect(receiver.requests).toHaveLength(sent);
  const { body, headers } = receiver.requests.at(-1) ?? { body: '', headers: {} };
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({ event: 'webhook.ping' });
  const pages = [
    await dashboard.get(path, { as: owner }),
    await dashboard.get(WEBHOOKS, { as: owner }),
  ];
  for (const { text } of pages) expect(text).not.toContain(secret);
});

test.each([
  ['whose server does not answer', { url: 'http://127.0.0.1:9/' }, 'url-fault'],
  ['without a valid URL', { url: 'shop' }, 'url-fault'],
  ['without events', { events: [] as string[] }, 'Choose at least one event'],
])(
  'a webhook %s is rejected with a fault at the field and not stored',
  async (_name, fields, fault) => {
    const asked = { url: receiver.url, events: ['payment.pending'], ...fields };
    const answer = await act(WEBHOOKS, asked);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toContain(fault);
    expect(await dashboard.deps.db('webhooks')).toEqual([]);
    expect(await dashboard.deps.db('audit_log').where('act', 'webhook.created')).toEqual([]);
  },
);

test("a webhook's URL, description and events change after the new URL answers", async () => {
  const { path, id } = await add(['payment.pending']);
  const { text } = await dashboard.get(path, { as: owner });
  expect(text).toContain(`<h1>${receiver.url}</h1>`);
  expect(text).toMatch(/value="payment.pending" checked/);
  expect(text).not.toMatch(/value="payment.succeeded" checked/);
  const changed = {
    url: `${receiver.url}/second`,
    description: 'Till 8',
    events: ['payment.succeeded', 'refund.failed'],
  };
  const { status, headers } = await act(path, changed);
  expect([status, headers.get('location')]).toEqual([303, `${path}?done=webhook_changed`]);
  const kept = () =>
    dashboard.deps.db('webhooks').where({ id }).first(['url', 'description', 'events']);
  expect(await kept()).toEqual(changed);
  const refused = await act(path, { ...changed, url: 'http://127.0.0.1:9/' });
  expect(refused.text).toContain('id="url-fault"');
  expect(refused.text).toContain('value="http://127.0.0.1:9/"');
  expect((await act(path, { url: changed.url })).text).toContain('Choose at least one event');
  expect(await kept()).toEqual(changed);
  const acts = await dashboard.deps.db('audit_log').where('act', 'webhook.changed');
  expect(acts).toHaveLength(1);
});

test('a failed delivery shows its next attempt and its payload', async () => {
  const { path, id } = await add();
  const { deliveryId, eventId } = await testDelivery(dashboard.deps, dashboard.merchant);
  const { db } = dashboard.deps;
  await testAttempt(dashboard.deps, deliveryId, { ...failed, status: 'pending' });
  await db('deliveries')
    .where('id', deliveryId)
    .update({ next_attempt_at: '2126-11-22T15:30:01Z' });
  await db('webhooks').where({ id }).update({ failing_since: '2026-11-22T15:00:00Z' });
  const { text } = await dashboard.get(path, { as: owner });
  const plain = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(plain).toMatch(/Failed, will retry next attempt 22 Nov 2126, 22:30:01/);
  expect(plain).toContain('Active, failing since 22 Nov 2026, 22:00');
  expect(plain).not.toContain('Pending');
  expect(plain).toMatch(new RegExp(`Payload {&quot;id&quot;:&quot;${eventId}`));
  const listed = await dashboard.get(WEBHOOKS, { as: owner });
  expect(listed.text).toContain('Active, failing');
});

test('a webhook is paused and resumed', async () => {
  const { path } = await add();
  const status = async () => (await dashboard.deps.db('webhooks').first('status')).status as string;
  await act(`${path}/pause`);
  expect(await status()).toBe('disabled');
  await act(`${path}/resume`);
  expect(await status()).toBe('active');
});

test('a rotated secret signs alongside the old one', async () => {
  const { secret, path } = await add();
  const fresh = secretIn((await act(`${path}/rotate`)).text);
  expect(fresh).not.toBe(secret);
  await act(`${path}/test`);
  const { body, headers } = receiver.requests.at(-1) ?? { body: '', headers: {} };
  for (const each of [secret, fresh]) {
    expect(() => new Webhook(each).verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('a delivery shows its attempts and is resent on request', async () => {
  const { path } = await add();
  const { deliveryId, eventId } = await testDelivery(dashboard.deps, dashboard.merchant);
  await testAttempt(dashboard.deps, deliveryId, { ...failed, answer: '<b>no</b>' });
  const { text } = await dashboard.get(path, { as: owner });
  expect(text).toContain(eventId);
  expect(text).toContain('HTTP 500 in 12 ms');
  expect(text).toContain('&lt;b>no&lt;/b>');
  dashboard.deps.offered.length = 0;
  await act(`${path}/deliveries/${deliveryId}/resend`);
  expect(dashboard.deps.offered).toMatchObject([{ topic: 'deliver', subject: deliveryId }]);
});

test('past events are resent by one replay at a time', async () => {
  const { path } = await add();
  await testDelivery(dashboard.deps, dashboard.merchant);
  const asked = { since: 'day', which: 'all' };
  expect((await act(`${path}/replay`, asked)).headers.get('location')).toContain('replay_begun');
  const again = await act(`${path}/replay`, asked);
  expect(again.status).toBe(409);
  expect(again.text).toContain('Not possible now');
  expect(await dashboard.deps.db('replays').pluck('only_failed')).toEqual([false]);
});

test('deliveries are listed in pages of 20', async () => {
  const { path } = await add();
  for (let n = 0; n < 21; n++) await testDelivery(dashboard.deps, dashboard.merchant);
  const first = await dashboard.get(path, { as: owner });
  const next = /href="([^"]+\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
  const second = await dashboard.get(next, { as: owner });
  const count = (text: string) => text.split('/resend"').length - 1;
  expect([count(first.text), count(second.text)]).toEqual([20, 1]);
});

test('a deleted webhook answers 404, and the audit log has each action on it', async () => {
  const { path } = await add();
  await act(`${path}/pause`);
  await act(`${path}/delete`);
  expect((await dashboard.get(path, { as: owner })).status).toBe(404);
  expect((await act(`${path}/pause`)).status).toBe(404);
  const acts = await dashboard.deps.db('audit_log').orderBy('number').pluck('act');
  const own = acts.filter((name: string) => name.startsWith('webhook.'));
  expect(own).toEqual(['webhook.created', 'webhook.paused', 'webhook.deleted']);
});

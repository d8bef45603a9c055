import { Webhook } from 'standardwebhooks';
import { testMerchant, testPayment, testWebhook } from '../../support/gateway';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startApi, type Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});
beforeEach(() => asOwner(api.deps.db, 'truncate webhooks cascade'));

const path = (id: string) => `/Thai/v1/webhooks/${id}`;
const add = () => testWebhook(api.deps, api.merchant, receiver.url, ['payment.pending']);
const patch = (id: string, body: unknown, key = api.apiKey) =>
  api.call('PATCH', path(id), { body, key });
const row = (id: string) => api.deps.db('webhooks').where('id', id).first();
const countDeliveries = async () => (await api.deps.db('deliveries').pluck('id')).length;

describe('200: a change of a webhook', () => {
  it.each([
    ['events', { events: ['Payment.failed', 'payment.failed'] }, { events: ['payment.failed'] }],
    ['description', { description: ' till 7 ' }, { description: 'till 7' }],
    ['nothing', {}, {}],
    ['an unknown field', { colour: 'red' }, {}],
  ])('of %s changes nothing else', async (_name, change, changed) => {
    const { webhookId } = await add();
    const before = await api.get(path(webhookId));
    const { status, body } = await patch(webhookId, change);
    expect([status, body]).toEqual([200, { ...(before.body as object), ...changed }]);
    expect((await api.get(path(webhookId))).body).toEqual(body);
  });

  it('removes its description with null', async () => {
    const { webhookId } = await add();
    await patch(webhookId, { description: 'till 7' });
    expect((await patch(webhookId, { description: null })).body).toMatchObject({
      description: null,
    });
  });

  it('sets its URL after the new URL answered a signed ping', async () => {
    const { webhookId, secret } = await add();
    const url = `${receiver.url}/moved`;
    expect((await patch(webhookId, { url })).body).toMatchObject({ url });
    const ping = await receiver.waitFor((request) => request.path === '/moved');
    const headers = ping.headers as Record<string, string>;
    expect(new Webhook(secret).verify(ping.body, headers)).toMatchObject({ event: 'webhook.ping' });
  });

  it('resets its failures with a new URL only', async () => {
    const { webhookId } = await add();
    const failing = {
      failing_since: new Date(0),
      failures: 9,
      cooldown_until: new Date(9),
    };
    await api.deps.db('webhooks').update(failing);
    await patch(webhookId, { url: receiver.url, description: 'till 7' });
    expect(await row(webhookId)).toMatchObject(failing);
    await patch(webhookId, { url: `${receiver.url}/fixed` });
    const healthy = { failing_since: null, failures: 0, cooldown_until: null };
    expect(await row(webhookId)).toMatchObject(healthy);
  });

  it('sends no ping when the URL is unchanged', async () => {
    const { webhookId } = await add();
    const pings = receiver.requests.length;
    await patch(webhookId, { url: receiver.url });
    expect(receiver.requests).toHaveLength(pings);
  });

  it('pauses it: events of the pause are not delivered later', async () => {
    const { webhookId } = await add();
    const paused = await patch(webhookId, { enabled: false });
    expect(paused.body).toMatchObject({ status: 'disabled', disabled_reason: 'merchant' });
    await testPayment(api.deps, api.merchant);
    expect(await countDeliveries()).toBe(0);

    const failing = { failing_since: new Date(0), failures: 9, cooldown_until: new Date(9) };
    await api.deps.db('webhooks').update({ ...failing, disabled_reason: 'gone' });
    const taken = await patch(webhookId, { enabled: true });
    expect(taken.body).toMatchObject({ status: 'active', disabled_reason: null });
    const healthy = { failing_since: null, failures: 0, cooldown_until: null };
    expect(await row(webhookId)).toMatchObject({ ...healthy, disabled_reason: null });
    await testPayment(api.deps, api.merchant);
    expect(await countDeliveries()).toBe(1);
  });

  it('applies new subscriptions to later events', async () => {
    const { webhookId } = await add();
    await patch(webhookId, { events: ['payment.failed'] });
    await testPayment(api.deps, api.merchant);
    expect(await countDeliveries()).toBe(0);
  });
});

describe('400: an invalid change', () => {
  it.each([
    ['a url that is not a string', { url: 5 }, 'invalid_request', 'url'],
    ['no url', { url: null }, 'invalid_request', 'url'],
    ['no event', { events: [] }, 'invalid_event', 'events'],
    ['an unknown event', { events: ['payment.paid'] }, 'invalid_event', 'events'],
    ['a long description', { description: 'x'.repeat(256) }, 'invalid_request', 'description'],
    ['enabled as text', { enabled: 'yes' }, 'invalid_request', 'enabled'],
  ])('%s', async (_name, change, code, param) => {
    const { webhookId } = await add();
    const before = await row(webhookId);
    const answer = await patch(webhookId, { description: 'new', ...change });
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(await row(webhookId)).toEqual(before);
  });
});

describe('404: an unknown webhook', () => {
  it.each(['wh_00000000000000000000000000', '%00'])('with the id %s', async (id) => {
    const { status, code } = await patch(id, { enabled: false });
    expect([status, code]).toEqual([404, 'webhook_not_found']);
  });

  it("includes another merchant's and a deleted one, and sends no ping", async () => {
    const { webhookId } = await add();
    const before = await row(webhookId);
    const { apiKey } = await testMerchant(api.deps.db);
    const pings = receiver.requests.length;
    const change = { url: `${receiver.url}/stolen` };
    expect((await patch(webhookId, change, apiKey)).code).toBe('webhook_not_found');
    expect(await row(webhookId)).toEqual(before);
    await api.call('DELETE', path(webhookId));
    expect((await patch(webhookId, { ...change, enabled: true })).code).toBe('webhook_not_found');
    expect(receiver.requests).toHaveLength(pings);
  });
});

describe('422: an unreachable URL', () => {
  it.each(['nonsense', 'http://127.0.0.1:9/'])('%s changes nothing', async (url) => {
    const { webhookId } = await add();
    const before = await row(webhookId);
    const { status, code, param } = await patch(webhookId, { url, enabled: false });
    expect([status, code, param]).toEqual([422, 'invalid_url', 'url']);
    expect(await row(webhookId)).toEqual(before);
  });

  it('includes every private address in live mode', async () => {
    const strict = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    const { deps, merchant } = strict;
    const { webhookId } = await testWebhook(deps, merchant, 'https://shop.example.com/', [
      'payment.pending',
    ]);
    const body = { url: `${receiver.url}/inside` };
    expect((await strict.call('PATCH', path(webhookId), { body })).code).toBe('invalid_url');
    expect(receiver.requests.map(({ path: called }) => called)).not.toContain('/inside');
  });
});

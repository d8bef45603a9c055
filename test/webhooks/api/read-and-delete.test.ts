import { testMerchant, testWebhook } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => asOwner(api.deps.db, 'truncate webhooks cascade'));

const path = '/Thai/v1/webhooks';
const add = async (url = 'https://shop.example.com/hook') =>
  (await testWebhook(api.deps, api.merchant, url, ['payment.succeeded'])).webhookId;

const ofOthers: readonly ['GET' | 'DELETE', string][] = [
  ['GET', 'wh_00000000000000000000000000'],
  ['DELETE', 'wh_00000000000000000000000000'],
  ['GET', '%00'],
  ['DELETE', 'x'],
];

describe('200: webhooks', () => {
  it('are listed newest first, without secrets', async () => {
    const ids = [await add(), await add()];
    const { status, body, text } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      webhooks: [...ids].reverse().map((webhook_id) => ({
        webhook_id,
        url: 'https://shop.example.com/hook',
        events: ['payment.succeeded'],
        status: 'active',
        description: null,
        disabled_reason: null,
        created_at: expect.any(String),
      })),
      total: 2,
      limit: 16,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
    expect(text).not.toContain('secret');
  });

  it('can be read one by one', async () => {
    const id = await add();
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({ webhook_id: id });
  });

  it('are not found after deletion, at any alias', async () => {
    const id = await add();
    const deleted = await api.call('DELETE', `/v1/webhooks/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { webhook_id: id, deleted: true }]);
    expect((await api.get(`${path}/${id}`)).code).toBe('webhook_not_found');
    expect((await api.get(path)).body).toMatchObject({ webhooks: [], total: 0 });
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(404);
  });
});

describe('404: an unknown webhook', () => {
  it.each(ofOthers)('to %s with the id %s', async (method, id) => {
    const { status, code } = await api.call(method, `${path}/${id}`);
    expect([status, code]).toEqual([404, 'webhook_not_found']);
  });

  it("includes another merchant's, which is not deleted", async () => {
    const id = await add();
    const { apiKey } = await testMerchant(api.deps.db);
    for (const method of ['GET', 'DELETE']) {
      const { code } = await api.call(method, `${path}/${id}`, { key: apiKey });
      expect(code).toBe('webhook_not_found');
    }
    expect((await api.get(path, { key: apiKey })).body).toMatchObject({ webhooks: [], total: 0 });
    expect((await api.get(`${path}/${id}`)).status).toBe(200);
  });
});

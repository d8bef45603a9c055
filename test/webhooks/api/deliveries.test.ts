import { failed, testAttempt, testDelivery } from '../../support/deliveries';
import { testMerchant, testPayment, testWebhook } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => asOwner(api.deps.db, 'truncate webhooks cascade'));

const URL = 'https://shop.example.com/hook';
const add = async () =>
  (await testWebhook(api.deps, api.merchant, URL, ['payment.pending'])).webhookId;
const list = (id: string, query = '', key = api.apiKey) =>
  api.get(`/Thai/v1/webhooks/${id}/deliveries${query}`, { key });

interface Page {
  readonly deliveries: readonly { readonly delivery_id: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe('200: the deliveries of a webhook', () => {
  it('have their attempts, oldest first, and the time of the next one', async () => {
    const webhookId = await add();
    const { deliveryId, eventId } = await testDelivery(api.deps, api.merchant);
    await testAttempt(api.deps, deliveryId, {
      ...failed,
      status: 'pending',
      nextInMs: 5_000,
      answer: 'ไม่ว่าง',
    });
    const pending = (await list(webhookId)).body;
    expect(pending).toEqual({
      deliveries: [
        {
          delivery_id: deliveryId,
          event_id: eventId,
          webhook_id: webhookId,
          event: 'payment.pending',
          status: 'pending',
          attempts: [
            {
              at: expect.any(String),
              status_code: 500,
              duration_ms: 12,
              error: 'http_status',
              answer: 'ไม่ว่าง',
            },
          ],
          next_attempt_at: expect.any(String),
          created_at: expect.any(String),
        },
      ],
      limit: 20,
      has_more: false,
      next_cursor: null,
    });
    await testAttempt(api.deps, deliveryId);
    expect((await list(webhookId)).body).toMatchObject({
      deliveries: [
        {
          status: 'succeeded',
          attempts: [{ status_code: 500 }, { status_code: 200, answer: 'thanks' }],
          next_attempt_at: null,
        },
      ],
    });
  });

  it('are paginated without gaps, also with equal timestamps', async () => {
    const webhookId = await add();
    for (let count = 0; count < 7; count++) await testPayment(api.deps, api.merchant);
    // One statement: all rows have the same timestamp.
    await api.deps.db.raw('update deliveries set created_at = now()');
    const all = ((await list(webhookId)).body as Page).deliveries;
    expect(all).toHaveLength(7);
    const paged: unknown[] = [];
    for (let cursor = ''; ;) {
      const page = (await list(webhookId, `?limit=3${cursor}`)).body as Page;
      paged.push(...page.deliveries);
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(all);
  });

  it('exclude those of other webhooks', async () => {
    const webhookId = await add();
    const otherId = (await testWebhook(api.deps, api.merchant, URL, ['payment.failed'])).webhookId;
    await testPayment(api.deps, api.merchant);
    expect((await list(webhookId)).body).toMatchObject({ deliveries: [{}] });
    expect((await list(otherId)).body).toMatchObject({ deliveries: [] });
  });
});

describe('400: an invalid page', () => {
  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=x'])('%s', async (query) => {
    const { status, code } = await list(await add(), query);
    expect([status, code]).toEqual([400, 'invalid_parameters']);
  });
});

describe('404: an unknown webhook', () => {
  it("includes another merchant's and a deleted one", async () => {
    const webhookId = await add();
    await testPayment(api.deps, api.merchant);
    const { apiKey } = await testMerchant(api.deps.db);
    expect((await list(webhookId, '', apiKey)).code).toBe('webhook_not_found');
    await api.call('DELETE', `/Thai/v1/webhooks/${webhookId}`);
    expect((await list(webhookId)).code).toBe('webhook_not_found');
  });
});

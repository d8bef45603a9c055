import { applyPending } from '../../../src/orders/store/apply-transition';
import { testCallback, testMerchant, testPayment } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => asOwner(api.deps.db, 'truncate events cascade'));

const path = '/Thai/v1/events';

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly payment_id: string };
  readonly sequence: number;
}
interface Page {
  readonly events: readonly Event[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

const list = async (query = '', key = api.apiKey) => {
  const { status, body } = await api.get(`${path}${query}`, { key });
  expect(status).toBe(200);
  return body as Page;
};

async function paid(): Promise<string> {
  const id = await testPayment(api.deps, api.merchant);
  await testCallback(api.deps, id, { reported: 'succeeded' });
  await applyPending(api.deps.db, id);
  return id;
}

describe('200: events', () => {
  it('are listed without a subscription, newest first, as they would be sent', async () => {
    const paymentId = await paid();
    const page = await list();
    expect(page).toEqual({
      events: [
        expect.objectContaining({ event: 'payment.succeeded', sequence: 2 }),
        {
          id: expect.stringMatching(/^evt_/),
          event: 'payment.pending',
          data: expect.objectContaining({ payment_id: paymentId, status: 'pending' }),
          timestamp: expect.any(String),
          sequence: 1,
        },
      ],
      limit: 20,
      has_more: false,
      next_cursor: null,
    });
  });

  it('are snapshots, unchanged by later events', async () => {
    const paymentId = await testPayment(api.deps, api.merchant);
    const [created] = (await list()).events;
    const before = (await api.get(`${path}/${created?.id}`)).text;
    const stored = await api.deps.db('events').where('order_id', paymentId).first('body');
    await testCallback(api.deps, paymentId, { reported: 'succeeded' });
    await applyPending(api.deps.db, paymentId);
    expect((await api.get(`${path}/${created?.id}`)).text).toBe(before);
    expect(before).toBe(stored.body);
  });

  it('are filtered by name, object, and both', async () => {
    const [first, second] = [await paid(), await paid()];
    const found = async (query: string) =>
      (await list(query)).events.map(({ event, data }) => [event, data.payment_id]);
    expect(await found('?event=payment.succeeded')).toEqual([
      ['payment.succeeded', second],
      ['payment.succeeded', first],
    ]);
    expect(await found('?event=payment.pending')).toHaveLength(2);
    expect(await found(`?object_id=${first}`)).toEqual([
      ['payment.succeeded', first],
      ['payment.pending', first],
    ]);
    expect(await found(`?object_id=${first}&event=payment.pending`)).toEqual([
      ['payment.pending', first],
    ]);
    expect(await found('?object_id=pay_0')).toEqual([]);
  });

  it('are paginated without gaps, also with equal timestamps', async () => {
    for (let count = 0; count < 4; count++) await paid();
    await api.deps.db.raw('update events set created_at = now()');
    const all = (await list()).events;
    expect(all).toHaveLength(8);
    const paged: Event[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`?limit=3${cursor}`);
      paged.push(...page.events);
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(all);
  });
});

describe('400: an invalid query', () => {
  it.each([
    '?event=payment.paid',
    '?event=',
    '?limit=0',
    '?limit=101',
    '?cursor=x',
    '?object_id=%00',
  ])('%s', async (query) => {
    const { status, code } = await api.get(`${path}${query}`);
    expect([status, code]).toEqual([400, 'invalid_parameters']);
  });
});

describe('404: an unknown event', () => {
  it("includes another merchant's, which no list contains", async () => {
    const paymentId = await paid();
    const { apiKey: key } = await testMerchant(api.deps.db);
    const [event] = (await list()).events;
    const stranger = await api.get(`${path}/${event?.id}`, { key });
    expect([stranger.status, stranger.code]).toEqual([404, 'event_not_found']);
    expect(await list('', key)).toMatchObject({ events: [] });
    expect(await list(`?object_id=${paymentId}`, key)).toMatchObject({ events: [] });
  });

  it.each(['evt_0', 'x', '%00'])('with the id %s', async (id) => {
    expect((await api.get(`${path}/${id}`)).code).toBe('event_not_found');
  });
});

import { upstreamAccount } from '../../support/upstream';
import { testDeposit } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';

/** The API with an account whose money is found by inquiries, or with the default account. */
const startWith = (isInquired: boolean): Promise<Api> =>
  startApi({}, isInquired ? { account: upstreamAccount({ url: 'http://127.0.0.1:1' }) } : {});

const wakes = (api: Api) => api.deps.db('outbox_messages').where('topic', 'callback');

test('a payer who waits on the page causes one inquiry in a minute', async () => {
  const api = await startWith(true);
  const { orderId, pageToken } = await testDeposit(api.deps, api.merchant);
  const poll = () => api.call('GET', `/pay/${pageToken}/state?waiting=1`, { key: null });
  for (let polls = 0; polls < 3; polls++) expect((await poll()).status).toBe(200);
  expect(await wakes(api)).toMatchObject([{ subject: orderId }]);
  const inquiry = api.deps.db('order_inquiries').where('order_id', orderId);
  const [planned] = await inquiry;
  expect(planned.next_at).toEqual(planned.hinted_at);

  await inquiry.clone().update({ called_at: api.deps.db.fn.now() });
  await poll();
  expect(await wakes(api)).toHaveLength(1);
  const earlier = api.deps.db.raw(`now() - interval '61 seconds'`);
  await inquiry.clone().update({ called_at: earlier, hinted_at: null });
  await poll();
  expect(await wakes(api)).toHaveLength(2);
});

test.each([
  ['that does not wait yet', true, ''],
  ['of an order that is not inquired about', false, '?waiting=1'],
])('a page %s causes no inquiry', async (_page, isInquired, query) => {
  const api = await startWith(isInquired);
  const { pageToken } = await testDeposit(api.deps, api.merchant);
  await api.call('GET', `/pay/${pageToken}/state${query}`, { key: null });
  expect(await wakes(api)).toEqual([]);
});

test.each([
  ['61', 1],
  ['59', 0],
])(
  'a page loaded %s seconds after its creation causes %i inquiries',
  async (seconds, inquiries) => {
    const api = await startWith(true);
    const { orderId, pageToken } = await testDeposit(api.deps, api.merchant);
    const created = api.deps.db.raw(`now() - ?::interval`, [`${seconds} seconds`]);
    await api.deps.db('orders').where('id', orderId).update({ created_at: created });
    for (let loads = 0; loads < 2; loads++) {
      expect((await api.call('GET', `/pay/${pageToken}`, { key: null })).status).toBe(200);
    }
    expect(await wakes(api)).toHaveLength(inquiries);
  },
);

test('a paid order causes no inquiry for its page', async () => {
  const api = await startWith(true);
  const { orderId, pageToken } = await testDeposit(api.deps, api.merchant);
  await api.deps.db('orders').where('id', orderId).update({ status: 'succeeded' });
  await api.call('GET', `/pay/${pageToken}/state?waiting=1`, { key: null });
  expect(await wakes(api)).toEqual([]);
});

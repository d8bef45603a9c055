import { startReceiver } from '../../support/receiver';
import { testMerchant } from '../../support/gateway';
import { startApi, type Api } from '../api';
import { requestFor } from '../operation-requests';

/*
 * Another merchant's objects appear in no list, count, filter or cursor, and its idempotency keys
 * are independent.
 */

let api: Api;
let key: string;
/** Identifying values of the other merchant: ids, references and names. */
let theirs: string[];
/** Ids to filter by. */
let object: Readonly<Record<'order' | 'payment' | 'event' | 'webhook', string>>;
const REFERENCE = 'their-reference';

beforeAll(async () => {
  api = await startApi({}, { openingSatang: 10_000_000 });
  const { db } = api.deps;
  const receiver = await startReceiver();
  // Creates one object of each kind.
  await requestFor(api, 'readPayment', { merchant: api.merchant, hookUrl: receiver.url });
  await api.createQrCode({ reference: REFERENCE });
  const pluck = (table: string) => db(table).pluck('id') as unknown as Promise<string[]>;
  const tables = ['orders', 'qr_codes', 'events', 'webhooks', 'deliveries', 'replays'];
  theirs = [...(await Promise.all(tables.map(pluck))).flat(), REFERENCE];
  const event = await db('events').first('id', 'order_id');
  const payment = await db('orders').where('kind', 'payment').first('id');
  const webhook = await db('webhooks').whereNot('status', 'deleted').first('id');
  object = { order: event.order_id, payment: payment.id, event: event.id, webhook: webhook.id };
  key = (await testMerchant(db)).apiKey;
});

/** Every list of the API, including future ones. */
const lists = () =>
  api.operations.filter(
    ({ method, auth, path }) => method === 'GET' && auth === 'merchant' && !path.includes(':'),
  );

it('the other merchant has objects, and all lists of the API are tested', async () => {
  expect(theirs.length).toBeGreaterThan(10);
  expect(lists().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listPayments', 'listEvents', 'listRefunds', 'readBalance']),
  );
  const own = await api.get('/v1/payments');
  expect(theirs.some((id) => own.text.includes(id))).toBe(true);
});

it.each([
  ['without a filter', () => ''],
  ['filtered by their reference', () => `?reference=${REFERENCE}`],
  [
    'filtered by the id of their object',
    () => `?object_id=${object.order}&payment_id=${object.payment}`,
  ],
  ['with a cursor at their object', () => `?cursor=${Date.now() + 60_000}.${object.payment}`],
])("no list shows or counts another merchant's objects, queried %s", async (_name, query) => {
  for (const { name, path } of lists()) {
    const { status, text, body } = await api.get(`${path}${query()}`, { key });
    // A list refuses a filter that it does not have, and the list of entries another's cursor.
    expect([name, status === 200 || (query() !== '' && status === 400)]).toEqual([name, true]);
    const shown = theirs.filter((id) => text.includes(id));
    expect([name, shown]).toEqual([name, []]);
    const { total = 0, has_more = false } = (body ?? {}) as { total?: number; has_more?: boolean };
    expect([name, total, has_more]).toEqual([name, 0, false]);
  }
});

it('a balance is that of the authenticated merchant', async () => {
  const { body } = await api.get('/v1/balance', { key });
  expect(body).toMatchObject({ available: 0, held: 0 });
});

it("another merchant's idempotency key is free and discloses nothing", async () => {
  const headers = { 'Idempotency-Key': 'shared' };
  const ours = await api.createQrCode({ reference: 'ours' }, { headers });
  const asked = { amount: 200, currency: 'THB' };
  const {
    status,
    headers: answered,
    text,
  } = await api.post('/v1/qr-codes', asked, { key, headers });
  expect([status, answered.get('idempotent-replayed')]).toEqual([200, null]);
  expect(text).not.toContain(ours.payment_id);
});

it("another merchant's object gets the same error as an unknown one", async () => {
  const pairs = [
    [`/v1/payments/${object.payment}`, '/v1/payments/pay_0000000000000000000000000'],
    [`/v1/events/${object.event}`, '/v1/events/evt_0000000000000000000000000'],
    [`/v1/webhooks/${object.webhook}`, '/v1/webhooks/wh_0000000000000000000000000'],
  ] as const;
  for (const paths of pairs) {
    const answers = await Promise.all(paths.map((path) => api.get(path, { key })));
    const [first, second] = answers.map(({ status, text, headers }) => [
      status,
      text.replace(/req_[0-9a-z]+/, ''),
      headers.get('content-length'),
    ]);
    expect(first).toEqual(second);
    expect(first?.[0]).toBe(404);
  }
});

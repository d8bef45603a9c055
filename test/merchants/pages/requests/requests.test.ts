import { newId } from '../../../../src/platform/new-id';
import { testRequest } from '../../../support/gateway';
import { startBrowsing } from '../../../pages/dashboard/browsing';
import type { Member, Dashboard } from '../../../pages/dashboard/dashboard';

const REQUESTS = '/dashboard/developers/requests';

let site: Awaited<ReturnType<typeof startBrowsing>>;
let dashboard: Dashboard;
let owner: Member;
beforeEach(async () => {
  site = await startBrowsing();
  dashboard = site.dashboard;
  owner = await dashboard.addMember('owner');
});
afterEach(() => site.closePages());

/** Calls the API with the merchant's key. */
const call = (...asked: Parameters<Dashboard['call']>) => dashboard.call(...asked);

/** The page of the requests, after the log was flushed. */
async function show(query = ''): Promise<string> {
  await dashboard.deps.requestLog.flush();
  const { status, text } = await dashboard.get(`${REQUESTS}${query}`, { as: owner });
  expect(status).toBe(200);
  return text;
}

/** The visible text. */
const shownText = (text: string): string =>
  text.replaceAll(/<wbr\/>|<\/?b>/g, '').replaceAll(/<[^>]+>/g, ' ');

const idOf = (answer: { readonly headers: Headers }) => answer.headers.get('x-request-id') ?? '';
const shownIds = (text: string): string[] =>
  [...text.matchAll(/requests\/(req_[0-9a-z]{26})"/g)].map(([, id = '']) => id);

test('an API request shows its path, key, status and error', async () => {
  const { payment_id: paymentId } = await dashboard.createQrCode();
  const created = await call('GET', `/Thai/v1/payments/${paymentId}`);
  const refused = await call('POST', '/v1/qr-codes', { body: { amount: 'much', currency: 'THB' } });
  const text = await show();
  expect(shownText(text)).toContain(`GET /Thai/v1/payments/${paymentId} `);
  expect(shownIds(text).slice(0, 2)).toEqual([idOf(refused), idOf(created)]);
  const one = await dashboard.get(`${REQUESTS}/${idOf(refused)}`, { as: owner });
  for (const part of [
    idOf(refused),
    '400',
    'invalid_amount',
    '<code>amount</code>',
    dashboard.apiKey.slice(0, 12),
    '127.0.0.1',
    'createQrCode',
    'The amount is not valid.',
  ]) {
    expect(one.text).toContain(part);
  }
  expect(shownText(one.text)).toContain('POST /Thai/v1/qr-codes ');
  expect(one.text).not.toContain(dashboard.apiKey);
});

test('the request log stores no bodies, queries or foreign path segments', async () => {
  const body = { amount: 100, currency: 'THB', reference: 'marker-body' };
  await call('POST', '/Thai/v1/qr-codes?q=marker-query', { body });
  await call('GET', '/Thai/v1/payments?reference=marker-query');
  await call('GET', '/withdraw/gw/5550001234567');
  const headers = { 'idempotency-key': 'marker' };
  await call('POST', '/Thai/v1/qr-codes', { body: '{"marker', headers });
  const text = await show();
  expect(shownIds(text)).toHaveLength(4);
  expect(shownText(text)).toContain('/withdraw/gw/:orderId');
  const rows = JSON.stringify(await dashboard.deps.db('api_requests'));
  for (const place of [text, rows]) expect(place).not.toMatch(/marker|5550001234567/);
});

test("requests with invalid keys are not stored, and other merchants' are not shown", async () => {
  const wrong = [
    null,
    `${dashboard.apiKey.slice(0, -1)}_`,
    'sk_test_x',
    dashboard.apiKey.slice(0, 12),
  ];
  for (const key of wrong) await call('GET', '/Thai/v1/balance', { key });
  const other = await testRequest(dashboard.deps, await dashboard.openMerchant());
  expect(shownIds(await show())).toEqual([]);
  expect(await dashboard.deps.db('api_requests')).toHaveLength(1);
  expect(shownIds(await show(`?id=${other.id}`))).toEqual([]);
});

test("rate-limited requests and callbacks with a merchant's key are shown", async () => {
  const small = await startBrowsing({ RATE_LIMIT_PER_SECOND: '1' });
  const own = await small.dashboard.addMember('owner');
  // The limit of five seconds at once, and one more.
  const calls = [];
  for (let n = 0; n < 6; n++) calls.push(await small.dashboard.call('GET', '/v1/balance'));
  const callback = { orderId: 'nobody-knows-it', status: 'success' };
  const called = await small.dashboard.call('POST', '/payment/gw/webhook', { body: callback });
  await small.dashboard.deps.requestLog.flush();
  const { text } = await small.dashboard.get(REQUESTS, { as: own });
  expect(shownIds(text)).toEqual([called, ...calls.toReversed()].map(idOf));
  expect(text).toContain('rate_limit_exceeded');
  expect(text).toContain('order_not_found');
});

test('the list is filtered by status, error, key and id, and paged', async () => {
  const base = Date.now() - 60_000;
  const keep = (at: number, more: Parameters<typeof testRequest>[2]) =>
    testRequest(dashboard.deps, dashboard.merchant, { ...more, id: newId('req_', base + at) });
  for (let count = 0; count < 26; count++) await keep(count, {});
  const code = 'invalid_amount';
  const refused = await keep(100, { status: 400, code, keyId: 'key_a' });
  const failed = await keep(101, { status: 500, code: 'internal_error', keyId: 'key_b' });
  expect(shownIds(await show('?status=4xx'))).toEqual([refused.id]);
  expect(shownIds(await show('?status=5xx'))).toEqual([failed.id]);
  expect(shownIds(await show('?problem=invalid_amount'))).toEqual([refused.id]);
  expect(shownIds(await show('?key=key_b'))).toEqual([failed.id]);
  expect(shownIds(await show(`?id=${refused.id}`))).toEqual([refused.id]);
  expect(shownIds(await show('?key=key_b&status=4xx'))).toEqual([]);
  expect(shownIds(await show('?id=%00'))).toEqual([]);
  const first = await show('?status=2xx');
  expect(shownIds(first)).toHaveLength(25);
  const [, older = ''] =
    /href="\/dashboard\/developers\/requests(\?[^"]*after=[^"]*)"/.exec(first) ?? [];
  expect(older).toContain('status=2xx');
  expect(shownIds(await show(older.replaceAll('&amp;', '&')))).toHaveLength(1);
});

test('a live list adds new requests and keeps a filter that is being chosen', async () => {
  const { page, faults } = await site.open(owner);
  await page.goto(`${dashboard.url}${REQUESTS}`);
  await page.getByText('No requests yet').waitFor();
  await page.evaluate('window.stays = true');
  const answer = await call('GET', '/Thai/v1/balance');
  await page.locator(`a[href$="${idOf(answer)}"]`).waitFor();
  expect(await page.evaluate('window.stays')).toBe(true);
  await page.getByLabel('Status').selectOption('4xx');
  await page.locator('h1').click();
  await call('GET', '/Thai/v1/payments/unknown');
  await dashboard.deps.requestLog.flush();
  const asked = page.waitForResponse((response) => response.url().includes(REQUESTS));
  expect((await asked).status()).toBe(200);
  expect(await page.getByLabel('Status').inputValue()).toBe('4xx');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('td').getByText('payment_not_found').waitFor();
  expect(faults).toEqual([]);
});

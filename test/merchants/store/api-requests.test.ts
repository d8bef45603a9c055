import { createHousekeeping } from '../../../activities/housekeeping';
import {
  insertRequests,
  listRequests,
  type ApiRequest,
} from '../../../src/merchants/store/api-requests';
import { testApiRequest } from '../../support/api-request';
import { testDatabase } from '../../support/database';
import { testDeps } from '../../support/gateway';

const DAY_MS = 24 * 60 * 60_000;

/** Inserts a merchant's requests, a second apart, the last one `daysAgo` days ago. */
function requestsOf(merchantId: string, count: number, daysAgo = 0): ApiRequest[] {
  const lastMs = Date.now() - daysAgo * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const atMs = lastMs - index * 1_000;
    return testApiRequest({ merchantId, at: new Date(atMs) });
  });
}

async function setUp() {
  const { knex } = await testDatabase();
  const left = async (merchantId: string): Promise<string[]> =>
    knex('api_requests').where('merchant_id', merchantId).orderBy('id', 'desc').pluck('id');
  return { knex, left, purge: createHousekeeping(testDeps(knex)).purgeRequests };
}

test('the request log keeps the newest 10,000 writes of each merchant', async () => {
  const { knex, left, purge } = await setUp();
  const many = requestsOf('much', 12_500);
  for (let at = 0; at < many.length; at += 2_500) {
    await insertRequests(knex, many.slice(at, at + 2_500));
  }
  const few = requestsOf('little', 3);
  await insertRequests(knex, few);
  expect(await purge()).toBe(2_500);
  expect(await left('much')).toEqual(many.slice(0, 10_000).map(({ id }) => id));
  expect(await left('little')).toEqual(few.map(({ id }) => id));
  expect(await purge()).toBe(0);
  // Later requests are counted from zero.
  await insertRequests(knex, requestsOf('much', 600, -1));
  expect(await purge()).toBe(600);
  expect(await left('much')).toHaveLength(10_000);
});

test('reads, writes and rejections each keep their own newest 10,000', async () => {
  const { knex, left, purge } = await setUp();
  const [payout, ...later] = requestsOf('much', 22_001).toReversed();
  if (payout === undefined) throw new Error('there is one');
  const reads = later.slice(0, 11_000).map((each) => ({ ...each, method: 'GET' }));
  const refusals = later.slice(11_000).map((each) => ({ ...each, method: 'GET', status: 404 }));
  const all = [payout, ...reads, ...refusals];
  for (let at = 0; at < all.length; at += 2_500)
    await insertRequests(knex, all.slice(at, at + 2_500));
  expect(await purge()).toBe(2_000);
  const kept = [payout, ...reads.slice(-10_000), ...refusals.slice(-10_000)];
  expect(await left('much')).toEqual(kept.map(({ id }) => id).toReversed());
});

test('a batch written twice after a lost answer is stored once', async () => {
  const { knex, left } = await setUp();
  const requests = requestsOf('a', 4);
  await insertRequests(knex, requests.slice(0, 3));
  await insertRequests(knex, requests, true);
  expect(await left('a')).toHaveLength(4);
});

test('a request is stored unchanged, whatever characters it contains', async () => {
  const { knex } = await setUp();
  const [base] = requestsOf('a', 1);
  if (base === undefined) throw new Error('there is one');
  const odd = { ...base, code: 'NULL', param: `a"b\\c{d},e'f`, path: '/{,}', durationMs: 0.1 };
  await insertRequests(knex, [odd]);
  const { items } = await listRequests(
    knex,
    'a',
    { statusClass: null, code: null, keyId: null, id: null },
    { limit: 1, after: null },
  );
  const { merchantId: _, ...shown } = odd;
  expect(items).toEqual([{ ...shown, keyName: 'key_1', keyHint: '' }]);
});

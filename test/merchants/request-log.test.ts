import { createRequestLog } from '../../src/merchants/request-log';
import { wire } from '../../src/commands/wire';
import { connect } from '../../src/platform/postgres/connect';
import { createLog } from '../../src/platform/observe/log';
import { createMetrics } from '../../src/platform/observe/metrics';
import { testApiRequest } from '../support/api-request';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { testConfig } from '../support/gateway';
import { until } from '../support/until';

/** A request log on a database that can be stopped. */
async function setUp() {
  const { url, knex } = await testDatabase();
  const db = connect(url, { poolMax: 1 });
  closeAfterFile(() => db.destroy());
  const metrics = createMetrics();
  const requestLog = createRequestLog({ db, metrics, log: createLog('silent', 'test') });
  closeAfterFile(() => requestLog.close());
  const kept = async (): Promise<string[]> => knex('api_requests').orderBy('id').pluck('id');
  const dropped = async () => {
    const { values } = await metrics.requestsDropped.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]));
  };
  const away = () => knex.raw('alter table api_requests rename to api_requests_away');
  const back = () => knex.raw('alter table api_requests_away rename to api_requests');
  return { knex, requestLog, kept, dropped, away, back };
}

test('queued requests are written periodically in one batch', async () => {
  const { knex, requestLog, kept } = await setUp();
  const noted = Array.from({ length: 700 }, () => testApiRequest());
  for (const one of noted) requestLog.note(one);
  expect(await kept()).toEqual([]);
  await until(async () => (await kept()).length === 700, { describe: 'all requests are stored' });
  expect(await kept()).toEqual(noted.map(({ id }) => id).sort());
  const [{ transactions }] = await knex('api_requests').select(
    knex.raw('count(distinct xmin::text)::int as transactions'),
  );
  expect(transactions).toBe(2);
});

test('requests are queued while Postgres is down, and those over the limit counted', async () => {
  const { requestLog, kept, dropped, away, back } = await setUp();
  await away();
  for (let count = 0; count < 10_007; count++) requestLog.note(testApiRequest());
  await requestLog.flush();
  expect(await dropped()).toEqual({ full: 7 });
  await back();
  await until(async () => (await kept()).length === 10_000, {
    describe: 'the queued requests are stored',
  });
});

test('a request that Postgres rejects is dropped, and the others are written', async () => {
  const { requestLog, kept, dropped } = await setUp();
  for (let count = 0; count < 500; count++) requestLog.note(testApiRequest({ path: '/\0' }));
  const good = testApiRequest();
  requestLog.note(good);
  await requestLog.flush();
  expect(await kept()).toEqual([good.id]);
  expect(await dropped()).toEqual({ refused: 500 });
});

test('a stopping process writes its queued requests', async () => {
  const { url, knex } = await testDatabase();
  const wired = await wire(
    testConfig({ DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1' }),
    'api',
  );
  const last = testApiRequest();
  wired.requestLog.note(last);
  await wired.close();
  expect(await knex('api_requests').pluck('id')).toEqual([last.id]);
});

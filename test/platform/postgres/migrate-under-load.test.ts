import { findViolations } from '../../../src/reports/store/invariants';
import { migrate } from '../../../src/platform/postgres/migrate';
import { migrations } from '../../../src/migrations';
import { startApi, type Api } from '../../http/api';
import { ownerUrl } from '../../support/database';
import { until } from '../../support/until';
import { harmlessMigrations } from './planted-migrations';

const CLIENTS = 6;

/** Sends one client's requests in sequence until stopped. */
async function ask(api: Api, isOver: () => boolean, record: (status: number) => void) {
  const requests = [
    () => api.post('/Thai/v1/qr-codes', { amount: 100, currency: 'THB' }),
    () => api.get('/Thai/v1/payments?limit=5'),
    () =>
      api.post('/withdraw/gw', {
        amount: 1,
        username: 'c1',
        firstNameTH: 'สมชาย',
        lastNameTH: 'ใจดี',
        bankName: 'กสิกรไทย',
        accountNumber: '1234567890',
      }),
    () => api.get('/Thai/v1/balance/entries?limit=5'),
  ];
  for (let n = 0; !isOver(); n = (n + 1) % requests.length) {
    const answered = await requests[n]?.();
    record(answered?.status ?? 0);
  }
}

test('requests succeed while the next release migrates the database', async () => {
  const api = await startApi({}, { openingSatang: 10_000_000 });
  const statuses: number[] = [];
  let isOver = false;
  const record = (status: number) => void statuses.push(status);
  const clients = Array.from({ length: CLIENTS }, () => ask(api, () => isOver, record));

  await until(() => statuses.length > 50, { describe: 'the load has started' });
  const later = ['first', 'second', 'third'].flatMap(harmlessMigrations);
  const ran = await migrate(ownerUrl(api.databaseUrl), [...migrations, ...later]);
  const during = statuses.length;
  await until(() => statuses.length > during + 50, { describe: 'the load continues' });
  isOver = true;
  await Promise.all(clients);

  expect(ran).toEqual(later.map(({ name }) => name));
  expect(during).toBeGreaterThan(50);
  // A request that waits longer than its statement timeout is answered 503.
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  expect(await findViolations(api.deps.db)).toEqual([]);
});

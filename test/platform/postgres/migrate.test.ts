import { migrate, pendingMigrations } from '../../../src/platform/postgres/migrate';
import { migrations } from '../../../src/migrations';
import { emptyDatabase } from '../../support/database';

const names = migrations.map(({ name }) => name);

test('concurrent processes migrate once, and none blocks', async () => {
  const { url, knex } = await emptyDatabase();
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(done.toSorted((a, b) => b.length - a.length)).toEqual([names, [], []]);
  expect(await pendingMigrations(knex)).toEqual([]);
});

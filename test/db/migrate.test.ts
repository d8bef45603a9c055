import { migrate, pendingMigrations } from '../../src/db/postgres/migrate';
import { migrations } from '../../src/db/migrations';
import { emptyDatabase } from '../support/database';

const names = migrations.map(({ name }) => name);

test('concurrent processes migrate once, and none blocks', async () => {
  const { url, knex } = await emptyDatabase();
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(done.toSorted((a, b) => b.length - a.length)).toEqual([names, [], []]);
  expect(await pendingMigrations(knex)).toEqual([]);
});

test('an index whose creation was interrupted is rebuilt', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  await knex('migrations').where('name', '0032-search-transfers').delete();
  await knex.raw(`update pg_index set indisvalid = false
                  where indexrelid = 'callbacks_transaction'::regclass`);
  expect(await migrate(url)).toEqual(['0032-search-transfers']);
  const { rows } = await knex.raw(`select indisvalid from pg_index
                                   where indexrelid = 'callbacks_transaction'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
});

import { randomBytes } from 'node:crypto';
import { connect } from '../../src/db/connect';
import type { Db } from '../../src/db/connect';
import { migrate, pendingMigrations } from '../../src/db/migrate';
import { migrations } from '../../src/db/migrations';
import { closeAfterFile } from '../support/close-after-file';
import { databaseUrl } from '../support/database';
import { testServers } from '../support/servers';

/** An empty database. */
async function emptyDatabase(): Promise<{ readonly url: string; readonly knex: Db }> {
  const { adminUrl } = testServers();
  const name = `test_migrate_${randomBytes(6).toString('hex')}`;
  const admin = connect(adminUrl, { poolMax: 1 });
  await admin.raw('create database ??', [name]);
  const url = databaseUrl(adminUrl, name);
  const knex = connect(url, { poolMax: 2 });
  closeAfterFile(async () => {
    await knex.destroy();
    await admin.raw('drop database ?? with (force)', [name]);
    await admin.destroy();
  });
  return { url, knex };
}

const names = migrations.map(({ name }) => name);

test('several that migrate at the same time do it once, and none waits for ever', async () => {
  const { url, knex } = await emptyDatabase();
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(done.toSorted((a, b) => b.length - a.length)).toEqual([names, [], []]);
  expect(await pendingMigrations(knex)).toEqual([]);
});

test('an index whose building was cut short is built again', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  await knex('migrations').where('name', '0005-orders-listed').delete();
  await knex.raw(`update pg_index set indisvalid = false
                  where indexrelid = 'orders_listed'::regclass`);
  expect(await migrate(url)).toEqual(['0005-orders-listed']);
  const { rows } = await knex.raw(`select indisvalid from pg_index
                                   where indexrelid = 'orders_listed'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
});

import { migrate as migrateCommand } from '../../src/commands/migrate';
import { migrations } from '../../src/migrations';
import { migrate } from '../../src/platform/postgres/migrate';
import { emptyDatabase } from '../support/database';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

test('migrate records the migrations of a run that was killed before it did', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS };
  const ran = await Promise.all([1, 2].map(() => runInProcess(migrateCommand, env)));
  expect(ran.map(({ code }) => code)).toEqual([0, 0]);
  const rows = await knex('audit_log').select('scope', 'act', 'subject', 'detail');
  expect(rows).toEqual([
    {
      scope: 'operators',
      act: 'schema.migrated',
      subject: migrations.at(-1)?.name,
      detail: JSON.stringify({ migrations: migrations.length }),
    },
  ]);
});

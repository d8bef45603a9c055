import { upgradeTo } from '../../src/commands/upgrade';
import { migrations } from '../../src/migrations';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { migrate } from '../../src/platform/postgres/migrate';
import { closeAfterFile } from '../support/close-after-file';
import { inTransaction } from '../platform/postgres/planted-migrations';
import { emptyDatabase } from '../support/database';
import { until } from '../support/until';
import { runInProcess } from './gateway';

const addColumn = (name: string) =>
  inTransaction(name, `alter table orders add column of_${name} text`);
const [older, beforeLast, last] = ['older', 'before', 'last'];
/** The migrations of this version, on top of two releases. */
const list = [...migrations, addColumn(beforeLast), addColumn(last)];
const upgrade = upgradeTo(list);

/** A database without the last migration, on which processes of a schema run. */
async function setUp(processes: readonly string[]) {
  const { url, knex } = await emptyDatabase();
  await migrate(url, list.slice(0, -1));
  const run = async (names: readonly string[]) => {
    for (const as of names) {
      const db = connect(url, { poolMax: 1, as });
      closeAfterFile(() => db.destroy());
      await db.raw('select 1');
    }
  };
  await run(processes);
  const check = async () => {
    const { code, out } = await runInProcess(
      upgrade,
      { DATABASE_URL: url },
      { options: { check: true } },
    );
    const rows = JSON.parse(out) as readonly { name: string; state: string; found: string }[];
    const of = (name: string) => rows.find((row) => row.name === name);
    return {
      code,
      migrations: of('migrations'),
      processes: of('processes'),
      next: of('next step')?.found,
    };
  };
  return { url, knex, run, check };
}

test('an upgrade names its steps in their order', async () => {
  const { url, knex, run, check } = await setUp([]);
  expect(await check()).toMatchObject({
    code: 0,
    migrations: { state: 'ok', found: `expand-only: ${last}` },
    processes: { state: 'ok', found: 'none' },
    next: '`gateway migrate`',
  });
  const ended = ['api', 'worker'].map((part) =>
    connect(url, { poolMax: 1, as: `${part} ${beforeLast}` }),
  );
  for (const db of ended) await db.raw('select 1');
  expect((await check()).next).toBe('`gateway migrate`');
  await migrate(url, list);
  expect((await check()).next).toBe('replace the API processes, one by one');
  await run([`api ${last}`]);
  expect((await check()).next).toBe('replace the API processes, one by one');
  // The server notices the end of a connection a moment later.
  const comesTo = (next: string) =>
    until(async () => (await check()).next === next, { describe: next });
  await ended[0]?.destroy();
  await comesTo('replace the workers, one by one');
  await ended[1]?.destroy();
  await comesTo('none: every process runs this version');
  // A database of a newer version.
  await knex('migrations').insert({ name: '9999-later', batch: 99, migration_time: new Date() });
  expect(await check()).toMatchObject({
    code: 1,
    migrations: { state: 'fail', found: 'the database has 9999-later' },
    next: 'use the newer version of the gateway',
  });
});

test('an upgrade is refused while a process is older than the database', async () => {
  const { check } = await setUp([`api ${beforeLast}`, `worker ${older}`]);
  expect(await check()).toMatchObject({
    code: 1,
    processes: { state: 'fail', found: `api ${beforeLast}, worker ${older}` },
    next: 'complete the previous upgrade: replace the older processes',
  });
});

test('an upgrade over a migration that is not expand-only is refused', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  const contraction = {
    name: 'contraction',
    steps: { up: (trx: Db) => trx.raw('alter table events drop column name') },
  };
  const { code, out } = await runInProcess(
    upgradeTo([...migrations, contraction]),
    { DATABASE_URL: url },
    { options: { check: true } },
  );
  expect([code, out]).toEqual([1, expect.stringContaining('contraction events: drops a column')]);
  expect(await knex('migrations').pluck('name')).toEqual(migrations.map(({ name }) => name));
});

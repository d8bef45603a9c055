import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { connect } from '../../src/db/postgres/connect';
import type { Db } from '../../src/db/postgres/connect';
import { migrate } from '../../src/db/postgres/migrate';
import { migrations } from '../../src/db/migrations';
import { newId } from '../../src/lib/new-id';
import { closeAfterFile } from '../support/close-after-file';
import { databaseUrl, emptyDatabase } from '../support/database';
import { testServers } from '../support/servers';
import { until } from '../support/until';

const DAY_MS = 24 * 60 * 60_000;
const earlier = migrations.filter(({ name }) => name < '0053');

/** The statements of the previous version, whose processes run during the migration. */
const insertExchange = `
  insert into provider_exchanges (id, order_id, account_id, at, direction, method, status,
                                  reason, duration_ms, exchange_sealed)
  values (?, 'pay_1', 'default', now(), 'out', 'POST', 200, null, 5, 'sealed')
  on conflict do nothing`;
const insertRequest = `
  insert into api_requests (merchant_id, id, at, key_id, operation, method, path, status,
                            duration_ms, address)
  values ('mer_1', ?, now(), 'key_1', 'createQrCode', 'POST', '/', 200, 5, '127.0.0.1')
  on conflict do nothing`;

const statements = [
  ['provider_exchanges', 'pex_', insertExchange],
  ['api_requests', 'req_', insertRequest],
] as const;

/** The previous schema with rows of the last 40 days, one every 12 hours. */
async function setUp() {
  const { url, knex } = await emptyDatabase({ poolMax: 4 });
  await migrate(url, earlier);
  const { app } = testServers();
  await knex.raw('grant select, insert, update, delete on all tables in schema public to ??', [
    app.name,
  ]);
  const old = connect(databaseUrl(url, new URL(url).pathname.slice(1), app), { poolMax: 2 });
  closeAfterFile(() => old.destroy());
  for (const [, prefix, statement] of statements) {
    for (let halves = 1; halves <= 80; halves++) {
      await old.raw(statement, [newId(prefix, Date.now() - (halves * DAY_MS) / 2)]);
    }
  }
  return { url, knex, old, app };
}

/** The partitions that contain rows. */
async function places(knex: Db, table: string): Promise<string[]> {
  const { rows } = await knex.raw(
    `select distinct tableoid::regclass::text as place from ${table} order by place`,
  );
  return (rows as { place: string }[]).map(({ place }) => place);
}

test('running processes insert and read while the tables are partitioned', async () => {
  const { url, knex, old, app } = await setUp();
  const written: Record<string, string[]> = { provider_exchanges: [], api_requests: [] };
  let isOver = false;
  const load = statements.map(async ([table, prefix, statement]) => {
    const fromMs = Date.now() - 6 * DAY_MS;
    while (!isOver) {
      const id = newId(prefix);
      await old.raw(statement, [id]);
      written[table]?.push(id);
      // Rows that are not expired stay readable throughout.
      const { rows } = await old.raw(`select count(*) from ${table} where id >= ?`, [
        newId(prefix, fromMs).slice(0, 14),
      ]);
      expect(rows).toEqual([{ count: 11 + (written[table]?.length ?? 0) }]);
    }
  });
  const count = () => Math.min(...Object.values(written).map(({ length }) => length));
  await until(() => count() > 5, { describe: 'the load has started' });
  expect(await migrate(url, migrations, app)).toEqual(
    migrations.slice(earlier.length).map(({ name }) => name),
  );
  const during = count();
  await until(() => count() > during + 5, { describe: 'the load continues' });
  isOver = true;
  await Promise.all(load);

  for (const [table, prefix, statement] of statements) {
    const ids = await knex(table).pluck<string[]>('id');
    expect(ids).toEqual(expect.arrayContaining(written[table] ?? []));
    expect(await places(knex, table)).toEqual([`${table}_before`]);
    // `migrate` has removed what was expired.
    const keptDays = table === 'api_requests' ? 7 : 30;
    const oldest = ids.toSorted()[0] ?? '';
    expect(oldest > newId(prefix, Date.now() - (keptDays + 1) * DAY_MS)).toBe(true);
    expect(oldest < newId(prefix, Date.now() - (keptDays - 1) * DAY_MS)).toBe(true);
    // The first partition ends in a week; the following days have their own.
    await old.raw(statement, [newId(prefix, Date.now() + 7 * DAY_MS)]);
    const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    expect(await places(knex, table)).toEqual([`${table}_${day}`, `${table}_before`].toSorted());
    expect(await knex(`${table}_default`)).toEqual([]);
  }
});

test('an interrupted migration continues', async () => {
  const { url, knex } = await setUp();
  await knex.raw(`alter table api_requests add constraint api_requests_before
                  check (id < 'req_01zzzzzzzz') not valid`);
  expect(await migrate(url)).toContain('0054-partitioned-logs');
  expect(await places(knex, 'api_requests')).toEqual(['api_requests_before']);
  // As if the process was killed after the tables were partitioned.
  await knex('migrations').where('name', '0054-partitioned-logs').delete();
  expect(await migrate(url)).toEqual(['0054-partitioned-logs']);
  expect(await places(knex, 'api_requests')).toEqual(['api_requests_before']);
});

test('attaching a table reads none of its rows, because a constraint was validated', async () => {
  const { url, knex } = await emptyDatabase({ poolMax: 1 });
  await migrate(url, earlier);
  await knex.raw(insertExchange, [newId('pex_')]);
  await migrations.find(({ name }) => name === '0053-partitions')?.steps.up(knex);
  const client = knex.client as Knex.Client;
  const connection = (await client.acquireConnection()) as ClientBase;
  const notices: string[] = [];
  connection.on('notice', ({ message = '' }) => void notices.push(message));
  await connection.query('set client_min_messages = debug1');
  await client.releaseConnection(connection);
  await migrations.find(({ name }) => name === '0054-partitioned-logs')?.steps.up(knex);
  expect(notices).toContain(
    'partition constraint for table "provider_exchanges_before" is implied by existing constraints',
  );
});

import {
  insertExchanges,
  listExchanges,
  type ExchangeRow,
} from '../../../src/providers/store/exchanges';
import {
  findCreatingRequest,
  findRequest,
  insertRequests,
} from '../../../src/merchants/store/api-requests';
import { connect, type Db } from '../../../src/platform/postgres/connect';
import {
  measurePartitions,
  partitionedTables,
  preparePartitions,
  rotatePartitions,
} from '../../../src/platform/postgres/partitions';
import { newId } from '../../../src/platform/new-id';
import { testApiRequest } from '../../support/api-request';
import { closeAfterFile } from '../../support/close-after-file';
import { ownerUrl, testDatabase } from '../../support/database';
import { testDeps, testMerchant, testPayment } from '../../support/gateway';
import { until } from '../../support/until';

const DAY_MS = 24 * 60 * 60_000;
/** The first millisecond of a UTC day, `days` from today. */
const dayAt = (days: number): number => (Math.floor(Date.now() / DAY_MS) + days) * DAY_MS;
const nameOf = (table: string, days: number): string =>
  `${table}_${new Date(dayAt(days)).toISOString().slice(0, 10).replaceAll('-', '')}`;

const exchangeAt = (ms: number, orderId = 'pay_1'): ExchangeRow => ({
  id: newId('pex_', ms),
  orderId,
  accountId: 'default',
  at: new Date(ms),
  direction: 'out',
  method: 'POST',
  status: 200,
  reason: null,
  durationMs: 5,
  exchangeSealed: 'sealed',
});

const requestAt = (ms: number, objectId: string | null = null) =>
  testApiRequest({ at: new Date(ms), objectId });

/** A database under the gateway's role, and a connection of the owner. */
async function setUp() {
  const { knex, url } = await testDatabase({ asApp: true });
  const owner = connect(ownerUrl(url), { poolMax: 2 });
  closeAfterFile(() => owner.destroy());
  // The template may be from before midnight.
  await rotatePartitions(owner);
  const partitionsOf = async (table: string): Promise<string[]> =>
    knex('partitions')
      .where('table_name', table)
      .whereNot('partition_name', nameOf(table, -1))
      .orderBy('partition_name')
      .pluck<string[]>('partition_name');
  return { knex, url, owner, partitionsOf };
}

/** Drops the partitions of today and later: rotation did not run for over a week. */
async function dropPartitions(owner: Db, table: string, fromDay = 0): Promise<void> {
  for (let days = fromDay; days <= 7; days++) {
    await owner.raw('drop table ??', [nameOf(table, days)]);
  }
}

/** Creates the partition of a past day. */
async function createPartition(owner: Db, table: string, prefix: string, days: number) {
  const name = nameOf(table, days);
  const bound = (day: number) => newId(prefix, dayAt(day)).slice(0, prefix.length + 10);
  await owner.raw(
    `create table ${name} partition of ${table}
     for values from ('${bound(days)}') to ('${bound(days + 1)}')`,
  );
}

const storedIn = async (db: Db, table: string): Promise<Record<string, string>> => {
  const rows = await db(table).select<{ id: string; place: string }[]>(
    'id',
    db.raw('tableoid::regclass::text as place'),
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
};

const eight = (table: string) => Array.from({ length: 8 }, (_, days) => nameOf(table, days));

let shared: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  shared = await setUp();
});

test.each([
  // The example of the ULID specification; and the first and a recent millisecond.
  ['2016-07-30T22:36:16.385Z', '01aryz6s41'],
  ['1970-01-01T00:00:00.000Z', '0000000000'],
  ['1970-01-01T00:00:00.031Z', '000000000z'],
])('first_id and first_id_time convert %s', async (time, digits) => {
  const { rows } = await shared.knex.raw(
    `select first_id('pex_', ?::timestamptz) as id, first_id_time(?) as time`,
    [time, `pex_${digits}`],
  );
  expect(rows).toEqual([{ id: `pex_${digits}`, time: new Date(time) }]);
});

test('each table has partitions for today and 7 days, and a row goes to its day’s', async () => {
  const { knex, partitionsOf } = await setUp();
  for (const { name } of partitionedTables) {
    expect(await partitionsOf(name)).toEqual([...eight(name), `${name}_default`]);
  }
  const exchanges = [dayAt(0), dayAt(1) - 1, dayAt(1), dayAt(8) - 1].map((ms) => exchangeAt(ms));
  await insertExchanges(knex, exchanges, false);
  expect(await storedIn(knex, 'provider_exchanges')).toEqual(
    Object.fromEntries(
      exchanges.map(({ id }, at) => [id, nameOf('provider_exchanges', [0, 0, 1, 7][at] ?? 99)]),
    ),
  );
  const request = requestAt(dayAt(3));
  await insertRequests(knex, [request]);
  expect(await storedIn(knex, 'api_requests')).toEqual({
    [request.id]: nameOf('api_requests', 3),
  });
});

test.each([
  ['provider_exchanges', 'pex_', 30],
  ['api_requests', 'req_', 7],
] as const)('%s: rotation drops whole expired partitions only', async (table, prefix, kept) => {
  const { knex, owner, partitionsOf } = await setUp();
  for (const days of [-kept - 2, -kept - 1, -kept]) {
    await createPartition(owner, table, prefix, days);
  }
  const times = [dayAt(-kept) - 1, dayAt(-kept), dayAt(0)];
  const rows = { pex_: times.map((ms) => exchangeAt(ms)), req_: times.map((ms) => requestAt(ms)) };
  if (prefix === 'pex_') await insertExchanges(knex, rows.pex_, false);
  else await insertRequests(knex, rows.req_);
  const { steps } = await rotatePartitions(knex);
  expect(steps).toEqual([-kept - 2, -kept - 1].map((days) => `dropped ${nameOf(table, days)}`));
  expect(Object.keys(await storedIn(knex, table)).toSorted()).toEqual(
    rows[prefix].slice(1).map(({ id }) => id),
  );
  expect(await partitionsOf(table)).toContain(nameOf(table, -kept));
  expect(await rotatePartitions(knex)).toEqual({ steps: [], locked: [] });
});

describe('when rotation did not run', () => {
  it('for a week, rows have partitions', async () => {
    const { knex, owner, partitionsOf } = await setUp();
    // The partitions that existed a week ago.
    await dropPartitions(owner, 'api_requests', 1);
    await insertRequests(knex, [requestAt(Date.now())]);
    expect(await measurePartitions(knex)).toMatchObject([
      { table: 'provider_exchanges', strayRows: 0 },
      { table: 'api_requests', strayRows: 0 },
    ]);
    const { steps } = await rotatePartitions(knex);
    expect(steps).toHaveLength(7);
    expect(await partitionsOf('api_requests')).toEqual([
      ...eight('api_requests'),
      'api_requests_default',
    ]);
  });

  it('for two weeks, the default partition takes rows until they expire', async () => {
    const { knex, owner, partitionsOf } = await setUp();
    await dropPartitions(owner, 'provider_exchanges');
    const [expired, present] = [exchangeAt(dayAt(-30) - 1), exchangeAt(Date.now())];
    await insertExchanges(knex, [expired, present], false);
    expect(await listExchanges(knex, 'pay_1', 10)).toHaveLength(2);
    const [before] = await measurePartitions(knex);
    expect(before).toEqual({ table: 'provider_exchanges', endsAt: null, strayRows: 2 });

    const { steps } = await rotatePartitions(knex);
    // Today has rows in the default partition, which stay.
    const created = eight('provider_exchanges').slice(1);
    expect(steps).toEqual([
      ...created.map((name) => `created ${name}`),
      'deleted 1 rows of provider_exchanges_default',
    ]);
    expect(await partitionsOf('provider_exchanges')).toEqual([
      ...created,
      'provider_exchanges_default',
    ]);
    expect(await storedIn(knex, 'provider_exchanges')).toEqual({
      [present.id]: 'provider_exchanges_default',
    });
    const [after] = await measurePartitions(knex);
    expect(after).toMatchObject({ strayRows: 1, endsAt: new Date(dayAt(8)) });
  });
});

test('concurrent rotations create each partition once, and none fails', async () => {
  const { knex, url, owner } = await setUp();
  await dropPartitions(owner, 'api_requests');
  await dropPartitions(owner, 'provider_exchanges');
  const other = connect(url, { poolMax: 2 });
  closeAfterFile(() => other.destroy());
  const rotations = await Promise.all([knex, other, knex, other].map((db) => rotatePartitions(db)));
  expect(rotations.flatMap(({ locked }) => locked)).toEqual([]);
  const { steps } = await rotatePartitions(knex);
  const done = [...rotations.flatMap((each) => each.steps), ...steps];
  const expected = partitionedTables.flatMap(({ name }) => eight(name));
  expect(done.toSorted()).toEqual(expected.map((name) => `created ${name}`).toSorted());
});

test('an insert waits for a new partition instead of failing in the default one', async () => {
  const { knex, url, owner } = await setUp();
  await dropPartitions(owner, 'provider_exchanges');
  // Longer than the test takes.
  await owner.raw(`alter function rotate_partitions(text) set lock_timeout = '30s'`);
  const blocked = async () => {
    const { rows } = await owner.raw(
      `select pid from pg_locks where not granted group by pid, database
       having database = (select oid from pg_database where datname = current_database())`,
    );
    return (rows as unknown[]).length;
  };
  const one = connect(url, { poolMax: 1 });
  closeAfterFile(() => one.destroy());
  const row = exchangeAt(Date.now());
  const waiting: Promise<unknown>[] = [];
  await owner.transaction(async (reader) => {
    await reader.raw('lock table provider_exchanges_default in access share mode');
    waiting.push(rotatePartitions(one));
    await until(async () => (await blocked()) === 1, { describe: 'the rotation waits' });
    waiting.push(insertExchanges(knex, [row], false));
    await until(async () => (await blocked()) === 2, { describe: 'the insert waits' });
  });
  const [rotation] = await Promise.all(waiting);
  expect(rotation).toMatchObject({ locked: [] });
  expect(await storedIn(knex, 'provider_exchanges')).toEqual({
    [row.id]: nameOf('provider_exchanges', 0),
  });
});

test('a table in use is rotated later, and the others at once', async () => {
  const { knex, owner } = await setUp();
  await createPartition(owner, 'provider_exchanges', 'pex_', -40);
  await createPartition(owner, 'api_requests', 'req_', -40);
  await knex.transaction(async (reader) => {
    await reader('provider_exchanges').select('id');
    expect(await rotatePartitions(knex)).toEqual({
      steps: [`dropped ${nameOf('api_requests', -40)}`],
      locked: ['provider_exchanges'],
    });
    await insertExchanges(knex, [exchangeAt(Date.now())], false);
  });
  expect(await rotatePartitions(knex)).toEqual({
    steps: [`dropped ${nameOf('provider_exchanges', -40)}`],
    locked: [],
  });
});

describe('the role of the processes', () => {
  const today = nameOf('api_requests', 0);
  it.each([
    ['create a table', 'create table planted (id text)'],
    ['drop a partition', `drop table ${today}`],
    ['empty a partition', `truncate ${today}`],
    ['detach a partition', `alter table api_requests detach partition ${today}`],
    ['shorten a retention', 'update partition_rules set kept_days = 1'],
    ['add a rule', `insert into partition_rules values ('orders', 'pay_', 1, 1)`],
    ['replace the rotation', 'drop function rotate_partitions(text)'],
    ['rotate another table', `select rotate_partitions('orders')`],
    ['rotate a partition', `select rotate_partitions('${today}')`],
  ])('cannot %s', async (_act, statement) => {
    await expect(shared.knex.raw(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot have its own objects used by the rotation', async () => {
    const { knex, owner, partitionsOf } = await setUp();
    await dropPartitions(owner, 'api_requests', 7);
    await knex.transaction(async (trx) => {
      await trx.raw(`create temporary table partition_rules as
        select 'orders' as table_name, 'pay_' as id_prefix, 1 as step_days, 1 as kept_days`);
      await trx.raw('set local search_path = pg_temp, public');
      await expect(
        trx.transaction((inner) => inner.raw(`select rotate_partitions('orders')`)),
      ).rejects.toMatchObject({ code: '42501' });
      await trx.raw(`select rotate_partitions('api_requests')`);
    });
    expect(await partitionsOf('api_requests')).toContain(nameOf('api_requests', 7));
  });

  it('is the only one besides the owner that may rotate', async () => {
    const { rows } = await shared.owner.raw(`
      select grantee::regrole::text as role from pg_proc, aclexplode(proacl)
      where proname = 'rotate_partitions' and grantee <> proowner`);
    expect(rows).toEqual([{ role: 'saphan_app' }]);
  });
});

test('a changed retention applies after the next migration', async () => {
  const { knex, owner } = shared;
  await owner.raw(`update partition_rules set kept_days = 99 where table_name = 'api_requests'`);
  const kept = () => knex('partition_rules').orderBy('table_name').pluck<number[]>('kept_days');
  await preparePartitions(owner, { api_requests: 14 });
  expect(await kept()).toEqual([14, 30]);
  await preparePartitions(owner);
  expect(await kept()).toEqual([7, 30]);
});

describe('a statement reads only the partitions that may have its rows', () => {
  /** The partitions of a table that `work` scans. */
  async function scanned(db: Db, table: string, work: (trx: Db) => Promise<unknown>) {
    return db.transaction(async (trx) => {
      const count = async () => {
        const rows = await trx('pg_stat_xact_user_tables')
          .whereLike('relname', `${table}_%`)
          .select<{ name: string; scans: number }[]>(
            'relname as name',
            trx.raw('(seq_scan + coalesce(idx_scan, 0))::integer as scans'),
          );
        return new Map(rows.map(({ name, scans }) => [name, scans]));
      };
      const before = await count();
      await work(trx);
      const after = await count();
      return [...after].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : []));
    });
  }

  it('for the exchanges of an order', async () => {
    const { knex, owner } = await setUp();
    for (const days of [-20, -10, -3]) {
      await createPartition(owner, 'provider_exchanges', 'pex_', days);
    }
    const deps = testDeps(knex);
    const { merchant } = await testMerchant(knex);
    const id = await testPayment(deps, merchant);
    await knex('orders')
      .where('id', id)
      .update({ created_at: new Date(dayAt(-3) + DAY_MS / 2) });
    const rows = [exchangeAt(dayAt(-3) + DAY_MS / 2, id), exchangeAt(Date.now(), id)];
    await insertExchanges(knex, rows, false);
    const names = await scanned(knex, 'provider_exchanges', async (trx) => {
      expect(await listExchanges(trx, id, 10)).toHaveLength(2);
    });
    expect(names).toContain(nameOf('provider_exchanges', -3));
    expect(names).not.toContain(nameOf('provider_exchanges', -10));
    expect(names).not.toContain(nameOf('provider_exchanges', -20));
  });

  it('for a request, and for the request that created an order', async () => {
    const { knex } = shared;
    const createdAt = new Date(dayAt(0) + DAY_MS / 2);
    const request = requestAt(createdAt.getTime(), 'pay_1');
    await insertRequests(knex, [request]);
    const names = await scanned(knex, 'api_requests', async (trx) => {
      expect(await findRequest(trx, 'mer_1', request.id)).toMatchObject({ id: request.id });
      expect(await findCreatingRequest(trx, 'mer_1', { id: 'pay_1', createdAt })).toMatchObject({
        id: request.id,
      });
    });
    expect(names).toEqual([nameOf('api_requests', 0)]);
  });
});

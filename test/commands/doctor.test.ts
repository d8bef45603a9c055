import { randomBytes } from 'node:crypto';
import promises, { rename } from 'node:fs/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { refreshGauges } from '../../src/reports/refresh-gauges';
import { doctor } from '../../src/commands/doctor';
import { readKeyRing, settingNames } from '../../src/config';
import { insertRequests, type ApiRequest } from '../../src/merchants/store/api-requests';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { recordMode } from '../../src/platform/postgres/deployment';
import { findWalArchive, type WalArchive } from '../../src/platform/postgres/wal-archive';
import { newId } from '../../src/platform/new-id';
import { createVault } from '../../src/platform/crypto/vault';
import { ensureSchedules } from '../../src/kernel/temporal/schedules';
import { read } from '../deployment/installation';
import { startArchivedPostgres } from '../operations/archived-postgres';
import { closeAfterFile } from '../support/close-after-file';
import { asOwner, emptyDatabase, ownerUrl, testDatabase } from '../support/database';
import { testDeps, testMerchant, testWebhook } from '../support/gateway';
import { testServers } from '../support/servers';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { ENCRYPTION_KEYS, runGatewayIn, runInProcess } from './gateway';

afterEach(() => jest.restoreAllMocks());

type Env = Readonly<Record<string, string>>;

/** The state of each check, by name. */
async function states(env: Env): Promise<Readonly<Record<string, string>>> {
  const { out } = await runInProcess(doctor, env);
  const rows = JSON.parse(out) as { readonly name: string; readonly state: string }[];
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

const vault = createVault(readKeyRing(ENCRYPTION_KEYS));

/** A database on which every check passes. */
async function healthyDatabase() {
  const { knex, url } = await testDatabase({ asApp: true });
  const { merchant } = await testMerchant(knex);
  await testWebhook({ db: knex, vault }, merchant, 'https://shop.example', []);
  await knex('order_rollup').update({ rolled_up_until: knex.raw("now() - interval '2 hours'") });
  await knex('check_runs').insert([
    { kind: 'audit', differences: 0, detail: '{}' },
    { kind: 'reconciliation', differences: 0, detail: '{}' },
  ]);
  return { knex, merchant, env: { DATABASE_URL: url, ENCRYPTION_KEYS } as Env };
}
type Healthy = Awaited<ReturnType<typeof healthyDatabase>>;

/** A namespace of the test server, 1 day of retention unless given. */
async function newNamespace(days: number): Promise<Env> {
  const { temporalAddress: address } = testServers();
  const namespace = `doctor-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  closeAfterFile(() => connection.close());
  const workflowExecutionRetentionPeriod = msToTs(days * 86_400_000);
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod,
  });
  return { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
}

async function healthyTemporal() {
  const { address, namespace, client } = await testTemporal();
  await ensureSchedules(client, 'a test');
  return { client, env: { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } as Env };
}

/** An embedded installation that does not run. */
const embedded: Env = { DATA_DIR: '/tmp/saphan-doctor-absent', ENCRYPTION_KEYS };

const live: Env = {
  ENCRYPTION_KEYS,
  PROVIDER: 'gw',
  PROVIDER_URL: 'https://provider.example',
  PROVIDER_KEY: randomBytes(32).toString('base64url'),
  BILLER_ID: '012345678901234',
  BILLER_NAME: 'Somchai Pay',
  PUBLIC_URL: 'https://pay.example.com',
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'pay@example.com',
};

test('every check passes on a healthy installation, and the documents list it', async () => {
  const database = await healthyDatabase();
  const temporal = await healthyTemporal();
  const found = await states({ ...database.env, ...temporal.env });
  const checks = Object.fromEntries(
    Object.entries(found).filter(([name]) => !settingNames.includes(name)),
  );
  expect(new Set(Object.values(checks))).toEqual(new Set(['ok']));
  const named = {
    ...checks,
    ...(await states(embedded)),
    ...(await states({ ...embedded, ...live })),
  };
  const table = read('docs/operations.md').split('## Doctor')[1]?.split('\n## ')[0] ?? '';
  const documented = new Set([...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name));
  expect(documented).toEqual(
    new Set(
      Object.keys(named)
        .filter((name) => !settingNames.includes(name))
        .map((name) => name.replace(/^partitions of .+/, 'partitions of …')),
    ),
  );
});

const requestOf = (atMs: number): ApiRequest => ({
  id: newId('req_', atMs),
  merchantId: 'mer_1',
  keyId: 'key_1',
  at: new Date(atMs),
  operation: 'readBalance',
  method: 'GET',
  path: '/v1/balance',
  status: 200,
  code: null,
  param: null,
  durationMs: 1,
  address: '127.0.0.1',
  objectId: null,
});

const ago = (knex: Db, interval: string) => knex.raw(`now() - interval '${interval}'`);

/** A fault per check of the database; returns settings to change. */
const planted: readonly (readonly [
  string,
  string,
  'warn' | 'fail',
  (healthy: Healthy) => Promise<Env | void>,
])[] = [
  [
    'clock',
    'the clock differs by two minutes',
    'fail',
    async () => {
      const { now } = Date;
      jest.spyOn(Date, 'now').mockImplementation(() => now() + 120_000);
    },
  ],
  [
    'clock',
    'the clock differs by five seconds',
    'warn',
    async () => {
      const { now } = Date;
      jest.spyOn(Date, 'now').mockImplementation(() => now() - 5_000);
    },
  ],
  [
    'connections',
    'the pool is too large',
    'warn',
    async ({ env, knex }) => {
      const name = new URL(env['DATABASE_URL'] ?? '').pathname.slice(1);
      await asOwner(knex, `alter database "${name}" connection limit 20`);
      return { DATABASE_POOL_MAX: '30' };
    },
  ],
  [
    'database role',
    'the role owns the tables',
    'warn',
    async ({ env }) => ({ DATABASE_URL: ownerUrl(env['DATABASE_URL'] ?? '') }),
  ],
  ['WAL archive', 'live mode archives nothing', 'warn', async () => live],
  // The folder of the repository may have the keys of a sandbox.
  ['encryption keys', 'no key is set', 'warn', async () => ({ ...embedded, ENCRYPTION_KEYS: '' })],
  [
    'stored secrets',
    'a key is missing',
    'fail',
    async () => ({ ENCRYPTION_KEYS: `other:${randomBytes(32).toString('base64')}` }),
  ],
  [
    'stored secrets',
    'the key has the right name and another value',
    'fail',
    async () => ({ ENCRYPTION_KEYS: `commands:${randomBytes(32).toString('base64')}` }),
  ],
  [
    'processes',
    'a worker of an older version is connected',
    'warn',
    async ({ env }) => {
      const as = 'worker 0000-earlier';
      const worker = connect(env['DATABASE_URL'] ?? '', { poolMax: 1, as });
      closeAfterFile(() => worker.destroy());
      await worker.raw('select 1');
    },
  ],
  [
    'partitions of api_requests',
    'the default partition has a row',
    'warn',
    async ({ knex }) => {
      await insertRequests(knex, [requestOf(Date.now() + 60 * 86_400_000)], false);
    },
  ],
  [
    'partitions of api_requests',
    'the last partition ends tomorrow',
    'warn',
    async ({ knex }) => {
      await asOwner(
        knex,
        `do $$ declare name text; begin
           for name in select partition_name from partitions
             where table_name = 'api_requests' and until_at > now() + interval '1 day 1 hour' loop
             execute 'drop table ' || name;
           end loop; end $$`,
      );
    },
  ],
  [
    'housekeeping',
    'orders are not counted',
    'warn',
    async ({ knex }) => {
      await knex('order_rollup').update({ rolled_up_until: ago(knex, '7 hours') });
    },
  ],
  [
    'VAT rates',
    'the last known rate ends within 60 days',
    'warn',
    async ({ knex }) => {
      const soon = new Date(Date.now() + 59 * 86_400_000).toISOString().slice(0, 10);
      await knex('vat_rates').insert({ until: soon, rate: 70_000 });
    },
  ],
  [
    'bank holidays',
    'a merchant has bank days, and those of the next year are not known',
    'warn',
    async ({ knex }) => {
      const { merchant } = await testMerchant(knex);
      const rule = { merchant_id: merchant.id, provider_account_id: 'default', number: 1, days: 1 };
      await knex('maturity_rules').insert(rule);
      const year = new Date().getUTCFullYear();
      await knex('bank_holidays').insert([{ day: `${year}-01-01` }, { day: `${year}-12-31` }]);
    },
  ],
  [
    'last audit',
    'it is older than a day',
    'warn',
    async ({ knex }) => {
      await knex('check_runs').update({ at: ago(knex, '27 hours') });
    },
  ],
  [
    'last audit',
    'it found a difference',
    'fail',
    async ({ knex }) => {
      await knex('check_runs').update({ differences: 1 });
    },
  ],
  [
    'last reconciliation',
    'none was run since live money moved',
    'warn',
    async ({ knex }) => {
      await asOwner(knex, 'delete from check_runs');
      await recordMode(knex, 'live');
      await asOwner(
        knex,
        `insert into movements (id, direction, amount_satang, named_order, source)
         values ('mov_1', 'in', 100, 'unknown', 'inquiry')`,
      );
    },
  ],
  [
    'last audit',
    'none was run',
    'warn',
    async ({ knex }) => {
      await asOwner(knex, 'delete from check_runs');
    },
  ],
  ['schema', 'it is missing', 'warn', async () => ({ DATABASE_URL: (await emptyDatabase()).url })],
  [
    'Postgres',
    'no server listens',
    'fail',
    async () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }),
  ],
];

test.each(planted)('%s is reported when %s', async (name, _when, state, plant) => {
  const healthy = await healthyDatabase();
  const given = await plant(healthy);
  expect((await states({ ...healthy.env, ...given }))[name]).toBe(state);
});

/** The gauge of the alert SaphanWalArchiveOld. Such a server need not have the schema. */
async function archiveGauge(db: Db): Promise<number | undefined> {
  const { log, metrics } = testDeps(db);
  await refreshGauges({ db, log, metrics });
  return (await metrics.walArchivedAt.get()).values[0]?.value;
}

describe('of a server with an archive', () => {
  let postgres: Awaited<ReturnType<typeof startArchivedPostgres>>;
  let db: Db;
  beforeAll(async () => {
    postgres = await startArchivedPostgres();
    db = connect(postgres.url, { poolMax: 1 });
    closeAfterFile(() => db.destroy());
  });

  const archiveState = async () => (await states({ DATABASE_URL: postgres.url }))['WAL archive'];

  /** Writes WAL, ends its segment, and waits for an attempt to archive it. */
  async function endSegment(isAttempted: (found: WalArchive | null) => boolean) {
    await db.raw('create table if not exists written (); drop table written');
    await db.raw('select pg_switch_wal()');
    await until(async () => isAttempted(await findWalArchive(db)), {
      describe: 'the archiver has worked',
    });
  }
  const lastArchived = async (): Promise<Date> => {
    const { rows } = await db.raw<{ rows: { at: Date }[] }>(
      'select last_archived_time as at from pg_stat_archiver',
    );
    return rows[0]?.at as Date;
  };

  test('the archive is current while no segment waits, at any age of the last one', async () => {
    const before = new Date();
    await endSegment((found) => found !== null && found.archivedAt >= before);
    const isCurrent = async () => {
      const { archivedAt = new Date(0) } = (await findWalArchive(db)) ?? {};
      return archivedAt > (await lastArchived());
    };
    await until(isCurrent, { describe: 'the archive has every finished segment' });
    expect(await archiveState()).toBe('ok');
  });

  test('the gauge is the time of the archive', async () => {
    await endSegment((found) => found !== null && !found.isFailing);
    const before = await lastArchived();
    const gauge = await archiveGauge(db);
    expect(gauge).toBeGreaterThanOrEqual(before.getTime() / 1000);
    expect(gauge).toBeLessThanOrEqual(Date.now() / 1000 + 1);
  });

  test('a standby, which archives nothing, has no gauge and is no failure', async () => {
    await postgres.backUp();
    const standby = await postgres.startStandby();
    const onStandby = connect(standby.url, { poolMax: 1 });
    closeAfterFile(() => onStandby.destroy());
    expect(await findWalArchive(onStandby)).toBeNull();
    expect(await archiveGauge(onStandby)).toBeNaN();
    expect((await states({ DATABASE_URL: standby.url }))['WAL archive']).toBe('ok');
  });

  test('an archive that is late, and one that fails, are failures', async () => {
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 16 * 60_000);
    expect(await archiveState()).toBe('fail');
    jest.restoreAllMocks();
    expect(await archiveState()).toBe('ok');

    await rename(postgres.archive, `${postgres.archive}-lost`);
    await endSegment((found) => found?.isFailing === true);
    expect((await findWalArchive(db))?.archivedAt).toEqual(await lastArchived());
    expect(await archiveState()).toBe('fail');
    await rename(`${postgres.archive}-lost`, postgres.archive);
    await endSegment((found) => found?.isFailing === false);
    expect(await archiveState()).toBe('ok');
  });
});

test('a namespace without attributes or schedule, or with a long retention is named', async () => {
  const found = await states({ ...embedded, ...(await newNamespace(60)) });
  expect(found).toMatchObject({
    Temporal: 'ok',
    'search attributes': 'warn',
    retention: 'warn',
    schedules: 'warn',
  });
});

test('a paused schedule and a server that does not listen are reported', async () => {
  const { client, env } = await healthyTemporal();
  await client.schedule.getHandle('housekeeping').pause();
  expect((await states({ ...embedded, ...env }))['schedules']).toBe('fail');
  const closed = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  expect((await states({ ...embedded, ...closed }))['Temporal']).toBe('fail');
});

test.each([
  [6, 'ok'],
  [4, 'warn'],
  [0.5, 'fail'],
])('a disk with %d GiB free is %s', async (gib, state) => {
  const free = { bsize: 4_096, bavail: (gib * 2 ** 30) / 4_096 };
  jest.spyOn(promises, 'statfs').mockResolvedValue(free as never);
  expect((await states(embedded))['disk']).toBe(state);
});

describe('a DATA_DIR that is not readable', () => {
  /** A file, because every folder is readable for root. */
  const DATA_DIR = __filename;
  const servers = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', TEMPORAL_ADDRESS: '127.0.0.1:1' };

  test('is a failure with an advice, beside the other checks', async () => {
    const { code, out, errors } = await runGatewayIn(
      { DATA_DIR, ENCRYPTION_KEYS },
      'doctor',
      '--json',
    );
    const findings = JSON.parse(out) as readonly { readonly name: string }[];
    expect([code, errors]).toEqual([1, '']);
    expect(findings.find(({ name }) => name === 'gateway')).toEqual({
      name: 'gateway',
      state: 'fail',
      found: expect.stringContaining(`ENOTDIR: not a directory, open '${DATA_DIR}/lock'`),
      advice: expect.stringContaining('DATA_DIR'),
    });
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Node', 'Postgres', 'Temporal', 'encryption keys', 'disk']),
    );
  });

  test('is a failure also for a folder in a file, which has no free space of its own', async () => {
    const found = await states({ DATA_DIR: `${DATA_DIR}/a/b`, ENCRYPTION_KEYS });
    expect(found).toMatchObject({ gateway: 'fail', disk: expect.any(String) });
  });

  test('is a warning with external servers', async () => {
    expect((await states({ DATA_DIR, ...servers }))['gateway']).toBe('warn');
  });
});

test('the check of the disk uses the nearest existing parent of DATA_DIR', async () => {
  const DATA_DIR = '/tmp/saphan-doctor-absent/a/b';
  expect((await states({ ...embedded, DATA_DIR }))['disk']).toBeDefined();
});

import { findViolations } from '../../src/reports/store/invariants';
import type { Db } from '../../src/platform/postgres/connect';
import { ENCRYPTION_KEYS } from '../commands/gateway';
import { databaseUrl, emptyDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { testServers } from '../support/servers';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { startLoad } from './load';
import { hasServed, startProxy } from './proxy';
import { currentVersion, startProcess, versionOf, type Replaceable, type Version } from './version';

/*
 * The upgrade of docs/operations.md, from an earlier commit: its processes on its schema, then the
 * current migrations and processes. The commit is the first with today's baseline of the schema; a
 * release sets it to the commit of the previous release. test/commands/upgrade.test.ts has the
 * order of the steps.
 */
const OLD_COMMIT = '7516251c';
const PROVIDER_KEY = 'provider-key-of-upgrades';

/** An empty database, the environment of its processes, and that of `gateway migrate`. */
async function setUp(publicUrl: string) {
  const [{ url: owner, knex }, temporal] = await Promise.all([
    emptyDatabase({ poolMax: 4 }),
    testTemporal(),
  ]);
  const { adminUrl, app } = testServers();
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl(adminUrl, new URL(owner).pathname.slice(1), app),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '1',
    PROVIDER: 'sandbox',
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_KEY,
    ENCRYPTION_KEYS,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_PER_SECOND: '100000',
    CONNECTIONS_PER_ADDRESS: '10000',
    LOG_LEVEL: 'silent',
  };
  return { knex, env, ownerEnv: { ...env, MIGRATE_DATABASE_URL: owner } };
}

/** Waits until each payment has succeeded and each event was received. */
async function settle(knex: Db, { paid, webhooks }: Awaited<ReturnType<typeof startLoad>>) {
  const unsettled = () => knex('orders').whereNot('status', 'succeeded').pluck('id');
  await until(async () => (await unsettled()).length === 0, {
    describe: unsettled,
  });
  const all = paid.toSorted();
  expect(await knex('orders').orderBy('id').pluck('id')).toEqual(all);
  const settled = knex('transfers').where('kind', 'receive').orderBy('order_id');
  expect(await settled.pluck('order_id')).toEqual(all);

  for (const name of ['payment.pending', 'payment.succeeded']) {
    const announced = knex('events').where({ name }).orderBy('order_id');
    expect(await announced.pluck('order_id')).toEqual(all);
  }
  const events: readonly string[] = await knex('events').pluck('id');
  const missing = () => events.filter((id) => !webhooks.received.has(id));
  await until(() => missing().length === 0 || webhooks.refused.length > 0, {
    describe: missing,
  });
  expect(webhooks.refused).toEqual([]);
}

test('an upgrade under load fails no request and loses neither payment nor webhook', async () => {
  const [previous, current] = [await versionOf(OLD_COMMIT), await currentVersion()];
  const [first, second, workerPort] = [await freePort(), await freePort(), await freePort()];
  const proxy = await startProxy([first, second]);
  const { knex, env, ownerEnv } = await setUp(proxy);

  await previous.run(ownerEnv, 'migrate');
  const created = await previous.run(env, 'merchant', 'create', 'Shop', '--json');
  const { apiKey } = JSON.parse(created) as { readonly apiKey: string };
  const start = (command: 'api' | 'worker', port: number) =>
    startProcess(previous, command, {
      port,
      env: { ...env, [command === 'api' ? 'PORT' : 'WORKER_PORT']: `${port}` },
    });
  const apis = [await start('api', first), await start('api', second)];
  const worker = await start('worker', workerPort);

  const load = await startLoad(proxy, { apiKey, providerKey: PROVIDER_KEY });
  const nextStep = async () => {
    const rows = JSON.parse(await current.run(env, 'upgrade', '--check', '--json')) as readonly {
      readonly name: string;
      readonly found: string;
    }[];
    return rows.find(({ name }) => name === 'next step')?.found;
  };
  const replace = async (old: Replaceable, version: Version) => {
    await load.continues();
    await old.stop();
    await load.continues();
    await old.start(version);
    if (old !== worker) {
      await until(() => hasServed(old.port), { describe: 'the proxy uses it' });
    }
    await load.continues();
  };

  await load.continues();
  await current.run(ownerEnv, 'migrate');
  for (const api of apis) await replace(api, current);
  await replace(worker, current);
  expect(await nextStep()).toBe('none: every process runs this version');

  // Return to the previous version, and complete the upgrade again.
  for (const each of [worker, ...apis]) await replace(each, previous);
  for (const each of [...apis, worker]) await replace(each, current);
  await load.stop();

  await settle(knex, load);
  expect(await findViolations(knex)).toEqual([]);
}, 900_000);

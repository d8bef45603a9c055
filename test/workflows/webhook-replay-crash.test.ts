import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { findReplay, replayWebhook } from '../../src/webhooks/replay-webhook';
import { findViolations } from '../../src/reports/store/invariants';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { testConfig, testDeps, testMerchant, testWebhook, testAudit } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';

const script = path.join(__dirname, '..', 'commands', 'run-gateway.js');
const EVENTS = 300;

async function setUp() {
  const { knex, url } = await testDatabase();
  const { address, namespace } = await testTemporal();
  const ENCRYPTION_KEYS = `test:${randomBytes(32).toString('base64')}`;
  const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
  const startWorker = async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      ENCRYPTION_KEYS,
      PROVIDER_KEY: 'provider-key-for-tests',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WORKER_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    };
    const child = spawn(process.execPath, [script, 'worker'], { env, stdio: 'inherit' });
    closeAfterFile(() => kill(child));
    return child;
  };
  return { knex, deps, startWorker };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a replay continues after its worker is killed, and omits no event', async () => {
  const { knex, deps, startWorker } = await setUp();
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  const { webhookId } = await testWebhook(deps, merchant, receiver.url, ['payment.pending']);
  await knex.raw(
    `insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
     select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ?, gen_random_uuid(), 1,
            'payment.pending', '{}', now() - interval '1 hour'
     from generate_series(1, ?)`,
    [merchant.id, EVENTS],
  );
  const asked = { onlyFailed: false, since: new Date(0), until: null };
  const begun = await replayWebhook(
    deps,
    testAudit(merchant),
    merchant,
    webhookId,
    asked,
    null,
    ({ id }) => id,
  );
  const progress = () => findReplay(deps, merchant, begun.body);

  const first = await startWorker();
  await until(async () => (await progress()).replayed > 0, {
    describe: progress,
  });
  await kill(first);
  expect(await progress()).toMatchObject({ status: 'running', total: EVENTS });

  await startWorker();
  await until(async () => (await progress()).status === 'done', {
    describe: progress,
  });
  expect(await progress()).toMatchObject({ replayed: EVENTS });
  // An attempt in progress is repeated after its timeout.
  const open = () => knex('deliveries').whereNot('status', 'succeeded').pluck('id');
  await until(async () => (await open()).length === 0, { describe: open });
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(EVENTS);
  expect(await findViolations(knex)).toEqual([]);
});

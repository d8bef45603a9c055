import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findViolations } from '../../../src/reports/store/invariants';
import { createClient } from '../../../src/kernel/temporal/connection';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
} from '../../support/gateway';
import { startReceiver } from '../../support/receiver';
import { testServers } from '../../support/servers';
import { prepareTemporalServer } from '../../support/temporal-server';
import { until } from '../../support/until';
import { runGateway } from '../../support/worker';

/** A Temporal server of this file, which is killed. */
async function ownTemporal() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'saphan-outage-'));
  const startServer = await prepareTemporalServer({
    dataDir,
    postgresUrl: () => Promise.resolve(testServers().adminUrl),
    databaseName: `outage_${randomBytes(6).toString('hex')}`,
    hasSearchAttributes: true,
  });
  const start = () => startServer({});
  let server = await start();
  closeAfterFile(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const client = await createClient(testConfig({ TEMPORAL_ADDRESS: server.address }));
  closeAfterFile(() => client.connection.close());
  return {
    facts: {
      address: server.address,
      namespace: 'default',
      client,
      workflowBundle: { codePath: testServers().workflowBundlePath },
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    async startAgain() {
      server = await start();
    },
  };
}

test('an outage of Temporal rejects no request, and all orders complete after it', async () => {
  const { knex } = await testDatabase();
  const temporal = await ownTemporal();
  const { deps, outbox } = await runGateway(testDeps(knex), temporal.facts);
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  await testWebhook(deps, merchant, receiver.url, ['payment.succeeded']);
  const before = await testPayment(deps, merchant);
  await until(async () => (await knex('outbox_messages')).length === 0, {
    describe: 'Temporal knows the payment',
  });

  await temporal.kill();
  const during = await Promise.all(Array.from({ length: 20 }, () => testPayment(deps, merchant)));
  for (const id of [before, ...during]) {
    await testCallback(deps, id, { reported: 'succeeded', transactionId: id });
  }
  await until(() => !outbox.state().reachable, { describe: 'the outage was noticed' });
  const open = await knex('orders').where('status', 'pending');
  expect(open).toHaveLength(21);

  await temporal.startAgain();
  await until(async () => (await knex('orders').where('status', 'pending')).length === 0, {
    describe: 'every payment was applied',
  });
  await until(() => receiver.requests.length >= 21, {
    describe: 'every webhook was received',
  });
  await until(async () => (await knex('outbox_messages')).length === 0, {
    describe: 'the outbox is empty',
  });
  expect(outbox.state().reachable).toBe(true);
  expect(await knex('balances').first()).toMatchObject({ available_satang: 21 * 10_000 });
  expect(await findViolations(knex)).toEqual([]);
});

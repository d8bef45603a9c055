import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { testServers } from '../support/servers';
import { until } from '../support/until';
import { ENCRYPTION_KEYS } from './gateway';

/** Starts `gateway worker` in a namespace that does not exist, and waits until it retries. */
async function startEarly() {
  const { url } = await testDatabase();
  const { temporalAddress: address } = testServers();
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const script = path.join(__dirname, 'run-gateway.js');
  const child = spawn(process.execPath, [script, 'worker'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      WORKER_PORT: String(await freePort()),
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      ENCRYPTION_KEYS,
      PROVIDER_KEY: 'a-provider-key-of-this-test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  closeAfterFile(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const messages: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    messages.push((JSON.parse(line) as { readonly msg: string }).msg);
  });
  const logs = (msg: string) =>
    until(() => messages.includes(msg), { describe: `the worker logs ${msg}` });
  await logs('Temporal is not ready, retrying');
  return { address, namespace, child, exited, logs };
}

test('a worker waits for its namespace', async () => {
  const { address, namespace, child, exited, logs } = await startEarly();
  const connection = await Connection.connect({ address });
  closeAfterFile(() => connection.close());
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  await logs('worker running');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a worker that waits for its namespace ends on SIGTERM', async () => {
  const { child, exited } = await startEarly();
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

import { randomBytes } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { testServers } from '../support/servers';
import { startWorker } from '../support/start-worker';
import { registerNamespace } from '../support/temporal';
import { until } from '../support/until';
import { ENCRYPTION_KEYS } from './gateway';

/** Starts `gateway worker` in a namespace that does not exist, and waits until it retries. */
async function startEarly() {
  const { url } = await testDatabase();
  const { temporalAddress: address } = testServers();
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const { child, exited, lines } = await startWorker({
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ENCRYPTION_KEYS,
  });
  const logs = (msg: string) => {
    const hasLogged = () => {
      if (lines.some((line) => (JSON.parse(line) as { readonly msg: string }).msg === msg))
        return true;
      if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}`);
      return false;
    };
    return until(hasLogged, { describe: () => `the worker logs ${msg}: ${lines.join('\n')}` });
  };
  await logs('Temporal is not ready, retrying');
  return { address, namespace, child, exited, logs };
}

test('a worker waits for its namespace', async () => {
  const { address, namespace, child, exited, logs } = await startEarly();
  const connection = await Connection.connect({ address });
  closeAfterFile(() => connection.close());
  await registerNamespace(connection, namespace);
  await logs('worker running');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a worker that waits for its namespace ends on SIGTERM', async () => {
  const { child, exited } = await startEarly();
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

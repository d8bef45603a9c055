import { NativeConnection, Worker } from '@temporalio/worker';
import { createLog } from '../../../src/platform/observe/log';
import { installRuntime } from '../../../src/kernel/temporal/runtime';
import { testTemporal } from '../../support/temporal';
import { replaceTemporalRuntime } from '../../support/temporal-logs';
import { until } from '../../support/until';

const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = createLog('info', 'worker', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  await replaceTemporalRuntime(() => installRuntime(log));
});

test('messages of the SDK’s native core are JSON lines of the worker’s log', async () => {
  const { address, client, namespace, workflowBundle } = await testTemporal();
  const connection = await NativeConnection.connect({ address });
  const taskQueue = 'runtime-test';
  const worker = await Worker.create({ connection, namespace, taskQueue, workflowBundle });
  await worker.runUntil(async () => {
    // The core warns of the workflow task that fails because the type is not registered.
    await client.workflow.start('notRegistered', { taskQueue, workflowId: 'not-registered' });
    await until(() => lines.some(({ sdkComponent }) => sdkComponent === 'core'), {
      describe: () => JSON.stringify(lines),
    });
  });
  await connection.close();
  expect(lines.find(({ sdkComponent }) => sdkComponent === 'core')).toMatchObject({
    level: 40,
    part: 'worker',
    sdk: 'WARN',
    msg: expect.stringContaining('workflow task'),
  });
});

import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { NativeConnection } from '@temporalio/worker';
import type { Activities } from '../../../activities';
import { noTracer } from '../../../src/platform/observe/tracing';
import { createWorkers } from '../../../src/kernel/temporal/worker';
import { WEBHOOKS_QUEUE } from '../../../workflows/contract';
import { temporaryFolder } from '../../sandbox/embedded/script-part';
import { testServers } from '../../support/servers';
import { testTemporal } from '../../support/temporal';
import { logTemporal } from '../../support/temporal-logs';
import { until } from '../../support/until';

const library = path.dirname(require.resolve('@temporalio/worker'));
const sha256 = (file: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(library, file)))
    .digest('hex');

// Workflows fail on purpose.
beforeAll(() => logTemporal('ERROR'));

// After an upgrade of the SDK: compare `Worker.createWorkflowCreator` and
// `ReusableVMWorkflowCreator.create` with MainThreadWorker, then update the sums.
it.each([
  ['worker.js', '22be0b343e997093818ce361763814bbf0e4771096b1bb5f9a0264a4e2c4ae0b'],
  ['workflow/reusable-vm.js', '1f6ec7d347dee4b48fc8ca14a1c3dd7ed1c82abd45175669e13c78aa1164ec68'],
  ['workflow/vm-shared.js', 'f526eb66f88dd444a23e9862911b69db584dacdd7fab118ac53acd521344026c'],
])('the SDK has the %s that MainThreadWorker was written for', (file, expected) => {
  expect(sha256(file)).toBe(expected);
});

it.each([
  [true, /webhook-replay\.ts:\d+/],
  // The answer is empty when another worker of this process has enabled stack traces.
  [false, /^(Workflow stack traces are not enabled|$)/],
])('with WORKFLOW_TRACES=%s the query for a stack trace answers %s', async (traces, expected) => {
  const { address, namespace, client, workflowBundle } = await testTemporal();
  let finish: (progress: object) => void = () => undefined;
  const step = new Promise<object>((resolve) => {
    finish = resolve;
  });
  const connection = await NativeConnection.connect({ address });
  const workers = await createWorkers({
    connection,
    namespace,
    activities: { stepReplay: () => step } as unknown as Activities,
    workflowBundle,
    workflowTraces: traces,
    tracer: noTracer,
  });
  const running = Promise.all(workers.map((each) => each.run()));
  const handle = await client.workflow.start('webhookReplay', {
    taskQueue: WEBHOOKS_QUEUE,
    workflowId: 'rpl_1',
    args: [{ replayId: 'rpl_1' }],
  });
  await until(async () => (await handle.describe()).raw.pendingActivities?.length === 1, {
    describe: 'the workflow waits for its activity',
  });
  const answer = await handle.query<string>('__stack_trace').catch(({ message }: Error) => message);
  expect(answer).toMatch(expected);
  finish({ status: 'done' });
  await handle.result();
  for (const each of workers) each.shutdown();
  await running;
  await connection.close();
});

test('an unhandled rejection fails the task of its workflow, and the process goes on', async () => {
  const sound = 'return sendMail(mailId)';
  const code = readFileSync(testServers().workflowBundlePath, 'utf8');
  expect(code).toContain(sound);
  const bundle = path.join(temporaryFolder(), 'bundle.js');
  const planted = `void Promise.reject(new Error('planted')); ${sound}`;
  writeFileSync(bundle, code.replace(sound, planted));
  // Jest has listeners of its own for unhandled rejections.
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(__dirname, 'replay-mail.js'),
    bundle,
  ]);
  expect(stdout).toContain('Unhandled Promise rejection: Error: planted');
});

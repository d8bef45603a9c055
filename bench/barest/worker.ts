import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { Pool } from 'pg';
import { MainThreadWorker } from '../../src/kernel/temporal/main-thread-worker';
import { required } from '../required';
import { createBarestActivities } from './activities';
import { NAMESPACE } from '../namespace';
import { BAREST_QUEUE } from './contract';

const POOL_MAX = 10;

/** The gateway's worker class and cache size, otherwise the SDK's defaults. */
async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
  const pool = new Pool({ connectionString: required('DATABASE_URL'), max: POOL_MAX });
  const connection = await NativeConnection.connect({ address: required('TEMPORAL_ADDRESS') });
  const worker = await MainThreadWorker.create({
    connection,
    namespace: NAMESPACE,
    taskQueue: BAREST_QUEUE,
    workflowsPath: require.resolve('./workflows'),
    activities: createBarestActivities(pool, {
      webhookUrl: required('WEBHOOK_URL'),
      providerUrl: required('PROVIDER_URL'),
    }),
    maxCachedWorkflows: 1_000,
  });
  const stop = () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, stop);
  const running = worker.run();
  process.send?.({ ready: true });
  await running;
  process.exit();
}

void main();

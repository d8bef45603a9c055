import { NativeConnection, type Worker } from '@temporalio/worker';
import path from 'node:path';
import { createActivities, type Activities } from '../../activities';
import type { ActivityDeps } from '../../activities/deps';
import { OPERATORS } from '../../src/kernel/audit/record-audit-event';
import { auditLedger } from '../../src/reports/audit-ledger';
import { createBatched } from '../../src/batched';
import type { Deps } from '../../src/deps';
import type { Tracer } from '../../src/platform/observe/tracing';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import { createSlipReader } from '../../src/platform/slips/slip-reader';
import { createLabels } from '../../src/kernel/outbox/order-labels';
import { OutboxRelay } from '../../src/kernel/outbox/outbox-relay';
import { dispatchTraced } from '../../src/kernel/temporal/trace-context';
import { createWorkers } from '../../src/kernel/temporal/worker';
import { closeAfterFile } from './close-after-file';
import type { testDeps } from './gateway';
import type { TestTemporal } from './temporal';
import { logTemporal } from './temporal-logs';

type TestDeps = ReturnType<typeof testDeps>;

export interface RunningGateway {
  readonly deps: Deps;
  readonly outbox: OutboxRelay;
  readonly workers: readonly Worker[];
}

/** The slip scanner's thread, run from its TypeScript source. */
const scanEntry = path.join(__dirname, '..', 'platform', 'slips', 'run-scan-worker.js');
/** No server listens there, so payouts stay pending unless a test starts a provider. */
const NOWHERE = 'http://127.0.0.1:1';

/** Workers and an outbox relay as in production, on this file's database and namespace. */
export async function runGateway(
  base: TestDeps,
  temporal: TestTemporal,
  outside: Partial<Pick<ActivityDeps, 'mailer' | 'provider'>> = {},
): Promise<RunningGateway> {
  const { client } = temporal;
  const { db, log, tracer, config } = base;
  const label = createLabels({ db, log }, config.http.consoleUrl);
  const outbox = new OutboxRelay(
    base.db,
    (dispatch) => dispatchTraced(client, dispatch, { tracer, label }),
    base.log,
  );
  const deps: Deps = {
    ...base,
    outbox,
    batched: createBatched(base.db, outbox),
  };
  const provider =
    outside.provider ?? createGenericClient({ url: NOWHERE, key: 'a-key-for-tests' });
  const slips = createSlipReader({ entry: scanEntry });
  const activities = createActivities({
    provider,
    slips,
    mailer: createNoMailer(base.log),
    auditLedger: async () => {
      const audit = { actor: { kind: 'command', id: 'schedule', address: null } } as const;
      return (await auditLedger(base, { ...audit, scope: OPERATORS })).length;
    },
    ...deps,
    ...outside,
  });
  closeAfterFile(async () => {
    await Promise.all([slips.close(), provider.close()]);
  });
  const workers = await runWorkers(temporal, activities, base.tracer);
  outbox.start();
  closeAfterFile(() => outbox.stop());
  return { deps, outbox, workers };
}

/** Workers as in production, on this file's namespace, until its end. */
export async function runWorkers(
  { namespace, workflowBundle, address, credentials }: TestTemporal,
  activities: Activities,
  tracer: Tracer,
): Promise<readonly Worker[]> {
  await logTemporal('WARN');
  const connection = await NativeConnection.connect({ address, ...credentials });
  const workers = await createWorkers({
    connection,
    namespace,
    activities,
    workflowBundle,
    workflowTraces: false,
    tracer,
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  closeAfterFile(async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await running;
    await connection.close();
  });
  return workers;
}

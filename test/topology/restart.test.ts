import { merchantIdKey } from '../../src/kernel/temporal/search-attributes';
import type { RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { until } from '../support/until';
import { ownServer, reachedBy } from './server-on-postgres';

let server: Awaited<ReturnType<typeof ownServer>>;
let running: RunningTemporal;

beforeAll(async () => {
  server = await ownServer();
  running = await server.start();
}, 600_000);

const reached = () => reachedBy({ TEMPORAL_ADDRESS: running.address });

/** Starts a workflow that stays open, because no worker polls its queue. */
async function startWorkflow(workflowId: string): Promise<void> {
  const { client } = await reached();
  await client.workflow.start('waits', {
    workflowId,
    taskQueue: 'nobody',
    typedSearchAttributes: [{ key: merchantIdKey, value: workflowId }],
  });
}

/** Finds the workflow by search attribute, as an operator does in the UI. */
async function findWorkflow(workflowId: string) {
  const { client } = await reached();
  return until(
    async () => {
      for await (const found of client.workflow.list({ query: `MerchantId='${workflowId}'` })) {
        return found.status.name;
      }
      return null;
    },
    { describe: `a workflow of ${workflowId}` },
  );
}

describe('Temporal on Postgres', () => {
  it('keeps its workflows over a restart', async () => {
    await startWorkflow('mer_stop');
    await server.stop();
    running = await server.start();
    await expect(findWorkflow('mer_stop')).resolves.toBe('RUNNING');
  });

  it('keeps its workflows over a kill', async () => {
    await startWorkflow('mer_kill');
    await server.kill();
    running = await server.start();
    await expect(findWorkflow('mer_kill')).resolves.toBe('RUNNING');
  });
});

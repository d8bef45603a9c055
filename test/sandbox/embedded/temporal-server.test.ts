import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { obtainTemporal } from '../../../sandbox/embedded/temporal-binary';
import { startTemporal } from '../../../sandbox/embedded/temporal-server';
import type { RunningTemporal } from '../../../sandbox/embedded/temporal-server';
import { freePort } from '../../support/free-port';
import { until } from '../../support/until';
import { temporaryFolder } from './script-part';

const merchantId = defineSearchAttributeKey('MerchantId', 'KEYWORD');
const dataDir = temporaryFolder();
let binary: string;
let port: number;
let running: RunningTemporal | null = null;

async function start(): Promise<RunningTemporal> {
  const searchAttributes = ['MerchantId'];
  running = await startTemporal({ binary, dataDir, port, uiPort: null, searchAttributes });
  return running;
}

async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const connection = await Connection.connect({ address: running?.address ?? '' });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

/** No worker polls its queue, so it stays open. */
const startWorkflow = (workflowId: string) =>
  withClient((client) =>
    client.workflow.start('waits', {
      workflowId,
      taskQueue: 'nobody',
      typedSearchAttributes: [{ key: merchantId, value: workflowId }],
    }),
  );

/** By search attribute, as in the UI. */
const findWorkflow = (workflowId: string) =>
  until(
    () =>
      withClient(async (client) => {
        for await (const found of client.workflow.list({ query: `MerchantId='${workflowId}'` })) {
          return found.status.name;
        }
        return null;
      }),
    { describe: `a workflow of ${workflowId}` },
  );

beforeAll(async () => {
  [binary, port] = await Promise.all([obtainTemporal({ environment: process.env }), freePort()]);
  await start();
}, 600_000);

afterAll(() => running?.stop());

describe('embedded Temporal', () => {
  it('keeps its workflows over a restart', async () => {
    await startWorkflow('mer_stop');
    await running?.stop();
    await expect(running?.exited).resolves.toMatchObject({ code: 0 });
    await start();
    await expect(findWorkflow('mer_stop')).resolves.toBe('RUNNING');
  });

  it('keeps its workflows over a kill', async () => {
    await startWorkflow('mer_kill');
    process.kill(running?.pid ?? 0, 'SIGKILL');
    await running?.exited;
    await start();
    await expect(findWorkflow('mer_kill')).resolves.toBe('RUNNING');
  });

  it('names the variables of ports in use', async () => {
    const options = { binary, dataDir: temporaryFolder(), port, uiPort: port };
    await expect(startTemporal(options)).rejects.toThrow(
      new RegExp(`^Port ${port} .* set TEMPORAL_PORT .*\nTEMPORAL_UI_PORT and TEMPORAL_PORT are`),
    );
  });
});

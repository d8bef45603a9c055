import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { unusedVisibilityIndexes } from '../../../sandbox/embedded/visibility-indexes';
import {
  startTemporal,
  type RunningTemporal,
  type TemporalOptions,
} from '../../../sandbox/embedded/temporal-server';
import { freePort } from '../../support/free-port';
import { obtainCli } from '../../support/temporal-programs';
import { until } from '../../support/until';
import { temporaryFolder } from './script-part';

const merchantId = defineSearchAttributeKey('MerchantId', 'KEYWORD');
const dataDir = temporaryFolder();
let program: string;
let port: number;
let running: RunningTemporal | null = null;

async function start(own: Partial<TemporalOptions> = {}): Promise<RunningTemporal> {
  const searchAttributes = ['MerchantId'];
  const options = { program, dataDir, port, uiPort: null, searchAttributes, retentionDays: 7 };
  running = await startTemporal({ ...options, ...own });
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

const argumentsOf = () => readFileSync(`/proc/${running?.pid}/cmdline`, 'utf8').split('\0');

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

/**
 * The definitions of the indexes of the stopped server's table of workflows, by name. A pragma of a
 * connection can contain a query, and the error of `json_extract` contains its result.
 */
async function visibilityIndexesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const query =
    `select json_extract('{}', group_concat(name || ' is ' || replace(sql, char(10), ' '), ';'))` +
    ` from sqlite_master where type = 'index' and tbl_name = 'executions_visibility'`;
  const args = [`--db-filename=${path.join(folder, 'temporal.db')}`, `--port=${port}`];
  const pragma = `--sqlite-pragma=synchronous=NORMAL;${query}`;
  const server = ['server', 'start-dev', '--headless', ...args, pragma];
  const refused = await promisify(execFile)(program, server).then(
    () => '',
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
  const [, listed] = /bad JSON path: '(.*)' \(1\)/.exec(refused) ?? [];
  if (listed === undefined) throw new Error(`The server did not list its indexes: ${refused}`);
  const definitions = listed.toLowerCase().replaceAll(/\s+/g, ' ').split(';');
  return new Map(definitions.map((each) => each.split(' is ') as [string, string]));
}

beforeAll(async () => {
  [program, port] = await Promise.all([obtainCli(), freePort()]);
  await start();
});

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

  it('has one partition of each queue', () => {
    for (const setting of ['numTaskqueueReadPartitions', 'numTaskqueueWritePartitions']) {
      expect(argumentsOf()).toContain(`--dynamic-config-value=matching.${setting}=1`);
    }
  });

  it('keeps ended workflows for the retention', async () => {
    const { config } = await withClient((client) =>
      client.workflowService.describeNamespace({ namespace: 'default' }),
    );
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 86_400);
  });

  it('names the variables of ports in use', async () => {
    const options = { program, dataDir: temporaryFolder(), port, uiPort: port };
    await expect(startTemporal(options)).rejects.toThrow(
      new RegExp(`^Port ${port} .* set TEMPORAL_PORT .*\nTEMPORAL_UI_PORT and TEMPORAL_PORT are`),
    );
  });

  it('reads its search attributes without a query for each start', () => {
    expect(argumentsOf()).toContain(
      '--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=false',
    );
  });

  it('drops the unused visibility indexes, unless it has all, and creates them again', async () => {
    await running?.stop();
    const kept = await visibilityIndexesIn(dataDir);
    expect(kept.has('by_keyword_10')).toBe(true);
    expect(unusedVisibilityIndexes.filter((name) => kept.has(name))).toEqual([]);

    const complete = temporaryFolder();
    await (await start({ dataDir: complete, hasAllIndexes: true })).stop();
    const all = await visibilityIndexesIn(complete);
    expect([...all.keys()].toSorted()).toEqual(
      [...kept.keys(), ...unusedVisibilityIndexes].toSorted(),
    );
    await (await start({ hasAllIndexes: true })).stop();
    expect(await visibilityIndexesIn(dataDir)).toEqual(all);
  });
});

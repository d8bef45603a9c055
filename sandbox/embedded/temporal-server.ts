import { existsSync } from 'node:fs';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { startPart, type Keeping, type RunningPart } from './part';
import { isListening, requireFreePorts } from './ports';
import { createUnusedIndexes, dropUnusedIndexes } from './visibility-indexes';

export interface TemporalOptions extends Keeping {
  /** The path of the Temporal CLI. */
  readonly program: string;
  /** Folder of the server's state, `temporal.db`. */
  readonly dataDir: string;
  readonly port: number;
  /** Null: without a UI. */
  readonly uiPort: number | null;
  /** Created if it does not exist. */
  readonly namespace?: string;
  /** Of type Keyword. */
  readonly searchAttributes?: readonly string[];
  /** Whether search attributes that are added later are usable at once, instead of in a minute. */
  readonly refreshesSearchAttributes?: boolean;
  /** Whether every visibility index exists, also those that nothing of the gateway needs. */
  readonly hasAllIndexes?: boolean;
  /** How long the server keeps an ended workflow. The default is the server's: a day. */
  readonly retentionDays?: number;
  /** The default is `<dataDir>/logs/temporal.log`. */
  readonly logFile?: string;
}

export interface RunningTemporal extends RunningPart {
  /** Such as `127.0.0.1:7233`. */
  readonly address: string;
}

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;

/** Go's garbage collector runs half as often as by default, and more often above the limit. */
const goSettings = { GOGC: '200', GOMEMLIMIT: '1GiB', GODEBUG: 'adaptivestackstart=1' };

/**
 * Starts Temporal's development server on the loopback address, with its state in SQLite in WAL
 * mode, which survives a kill. Throws SetupError.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { port, uiPort } = options;
  await requireFreePorts([
    { variable: 'TEMPORAL_PORT', host, port },
    ...(uiPort === null ? [] : [{ variable: 'TEMPORAL_UI_PORT', host, port: uiPort }]),
  ]);
  if (!existsSync(databaseOf(options))) await createDatabase(options);
  const running = await start(options);
  try {
    if (options.retentionDays !== undefined) await setRetention(running.address, options);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}

const host = '127.0.0.1';
const databaseOf = ({ dataDir }: TemporalOptions) => path.join(dataDir, 'temporal.db');

/** The first start creates the tables after its connection has dropped the unused indexes. */
async function createDatabase(options: TemporalOptions): Promise<void> {
  const first = await start(options);
  await first.stop();
}

async function start(options: TemporalOptions): Promise<RunningTemporal> {
  const { program, dataDir, port } = options;
  const address = `${host}:${port}`;
  const part = await startPart(
    {
      name: 'temporal',
      command: program,
      args: serverArguments(options),
      // Ignores the user's settings of the Temporal CLI.
      env: { HOME: dataDir, ...goSettings },
      logFile: options.logFile ?? path.join(dataDir, 'logs', 'temporal.log'),
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_TIMEOUT_MS,
      readyWithinMs: READY_TIMEOUT_MS,
      probe: () => () => isReady(address, options),
    },
    options,
  );
  return { ...part, address };
}

const DAY_MS = 86_400_000;

/** The server has no argument for the retention of a namespace. */
async function setRetention(
  address: string,
  { namespace = 'default', retentionDays = 1 }: TemporalOptions,
): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await connection.withDeadline(Date.now() + READY_TIMEOUT_MS, () =>
      connection.workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: msToTs(retentionDays * DAY_MS) },
      }),
    );
  } finally {
    await connection.close();
  }
}

/** The first start creates the tables with all indexes. */
function indexStatements(options: TemporalOptions): readonly string[] {
  if (options.hasAllIndexes !== true) return dropUnusedIndexes;
  return existsSync(databaseOf(options)) ? createUnusedIndexes : [];
}

function serverArguments(options: TemporalOptions): string[] {
  const { port, uiPort, namespace, searchAttributes = [] } = options;
  const { refreshesSearchAttributes = false } = options;
  const statements = indexStatements(options).map((statement) => `;${statement}`);
  const dynamic = {
    'system.forceSearchAttributesCacheRefreshOnRead': refreshesSearchAttributes,
    'matching.numTaskqueueWritePartitions': 1,
    'matching.numTaskqueueReadPartitions': 1,
    'matching.enableFairness': true,
    // With the default of 512 each, the thousands of tasks that are due after an outage and the
    // gateway's calls run into their deadlines (docs/operations.md, "Settings of Temporal").
    'history.timerProcessorSchedulerWorkerCount': 4,
    'history.transferProcessorSchedulerWorkerCount': 8,
    'history.visibilityProcessorSchedulerWorkerCount': 4,
  };
  return [
    'server',
    'start-dev',
    `--ip=${host}`,
    `--port=${port}`,
    uiPort === null ? '--headless' : `--ui-port=${uiPort}`,
    `--db-filename=${databaseOf(options)}`,
    '--sqlite-pragma=journal_mode=WAL',
    // The value of a pragma may contain further statements.
    `--sqlite-pragma=synchronous=NORMAL${statements.join('')}`,
    ...Object.entries(dynamic).map(([name, value]) => `--dynamic-config-value=${name}=${value}`),
    '--log-level=error',
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...searchAttributes.map((name) => `--search-attribute=${name}=Keyword`),
  ];
}

/** The server answers before its namespace and search attributes exist. */
async function isReady(
  address: string,
  { namespace = 'default', searchAttributes = [] }: TemporalOptions,
): Promise<boolean> {
  try {
    // A refused gRPC connection retries only after 1 s.
    if (!(await isListening(address))) return false;
    const connection = await Connection.connect({ address, connectTimeout: PROBE_TIMEOUT_MS });
    try {
      const { customAttributes } = await connection.withDeadline(
        Date.now() + PROBE_TIMEOUT_MS,
        () => connection.operatorService.listSearchAttributes({ namespace }),
      );
      return searchAttributes.every((name) => Object.hasOwn(customAttributes, name));
    } finally {
      await connection.close();
    }
  } catch {
    // Not ready yet. The start has a timeout.
    return false;
  }
}

import path from 'node:path';
import { Connection } from '@temporalio/client';
import { startPart } from './part';
import type { Keeping, RunningPart } from './part';
import { isListening, requireFreePorts } from './ports';

export interface TemporalOptions extends Keeping {
  /** As obtainTemporal found it. */
  readonly binary: string;
  /** Holds the server's state in `temporal.db`. */
  readonly dataDir: string;
  readonly port: number;
  /** Null: without a UI. */
  readonly uiPort: number | null;
  /** Made when it is not there. */
  readonly namespace?: string;
  /** Of type Keyword. */
  readonly searchAttributes?: readonly string[];
  /** `<dataDir>/logs/temporal.log` unless told otherwise. */
  readonly logFile?: string;
}

export interface RunningTemporal extends RunningPart {
  /** As `127.0.0.1:7233`. */
  readonly address: string;
}

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const PROBE_WITHIN_MS = 2_000;

/**
 * Starts Temporal's development server on the loopback address, with a state that outlives it: in
 * SQLite with a write-ahead log, which is as fast as memory and survives a kill. Throws SetupError.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { binary, dataDir, port, uiPort } = options;
  const host = '127.0.0.1';
  await requireFreePorts([
    { variable: 'TEMPORAL_PORT', host, port },
    ...(uiPort === null ? [] : [{ variable: 'TEMPORAL_UI_PORT', host, port: uiPort }]),
  ]);
  const address = `${host}:${port}`;
  const part = await startPart(
    {
      name: 'temporal',
      command: binary,
      args: serverArguments(options, host),
      // Nothing of the user's own settings for the command line: only where it would look for them.
      env: { HOME: dataDir },
      logFile: options.logFile ?? path.join(dataDir, 'logs', 'temporal.log'),
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_WITHIN_MS,
      readyWithinMs: READY_WITHIN_MS,
      probe: () => () => isReady(address, options),
    },
    options,
  );
  return { ...part, address };
}

function serverArguments(
  { dataDir, port, uiPort, namespace, searchAttributes = [] }: TemporalOptions,
  host: string,
): string[] {
  return [
    'server',
    'start-dev',
    `--ip=${host}`,
    `--port=${port}`,
    uiPort === null ? '--headless' : `--ui-port=${uiPort}`,
    `--db-filename=${path.join(dataDir, 'temporal.db')}`,
    '--sqlite-pragma=journal_mode=WAL',
    '--sqlite-pragma=synchronous=NORMAL',
    // An attribute that was just added can be used at once.
    '--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=true',
    '--log-level=error',
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...searchAttributes.map((name) => `--search-attribute=${name}=Keyword`),
  ];
}

/** It answers before its namespace and search attributes are there: ready is when they are. */
async function isReady(
  address: string,
  { namespace = 'default', searchAttributes = [] }: TemporalOptions,
): Promise<boolean> {
  try {
    // A gRPC connection that is refused once waits a second before it tries again.
    if (!(await isListening(address))) return false;
    const connection = await Connection.connect({ address, connectTimeout: PROBE_WITHIN_MS });
    try {
      const { customAttributes } = await connection.withDeadline(Date.now() + PROBE_WITHIN_MS, () =>
        connection.operatorService.listSearchAttributes({ namespace }),
      );
      return searchAttributes.every((name) => Object.hasOwn(customAttributes, name));
    } finally {
      await connection.close();
    }
  } catch {
    // Whatever it lacks now: when it lasts, the bound of the start says so.
    return false;
  }
}

import path from 'node:path';
import { Connection } from '@temporalio/client';
import { startPart } from './part';
import type { Keeping, RunningPart } from './part';
import { isListening, requireFreePorts } from './ports';

export interface TemporalOptions extends Keeping {
  /** The path from obtainTemporal. */
  readonly binary: string;
  /** Folder of the server's state, `temporal.db`. */
  readonly dataDir: string;
  readonly port: number;
  /** Null: without a UI. */
  readonly uiPort: number | null;
  /** Created if it does not exist. */
  readonly namespace?: string;
  /** Of type Keyword. */
  readonly searchAttributes?: readonly string[];
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

/**
 * Starts Temporal's development server on the loopback address, with its state in SQLite in WAL
 * mode, which survives a kill. Throws SetupError.
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
      // Ignores the user's settings of the Temporal CLI.
      env: { HOME: dataDir },
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
    // New search attributes are usable at once.
    '--dynamic-config-value=system.forceSearchAttributesCacheRefreshOnRead=true',
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

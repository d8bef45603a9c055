import path from 'node:path';
import { Client } from 'pg';
import { startPart, type Keeping, type RunningPart } from './part';
import { requireFreePorts } from './ports';
import { postgresAccount, type PostgresAccount } from './postgres-account';
import { findPostgres } from './postgres-binaries';
import {
  clusterPaths,
  embeddedAppUrl,
  embeddedUrl,
  ensureAppPassword,
  ensureCluster,
} from './postgres-cluster';
import { stopLeftover } from './postgres-leftover';
import { SetupError } from './setup-error';

export interface PostgresOptions extends Keeping {
  /** Folder of the cluster (`postgres`) and the superuser's password (`postgres.password`). */
  readonly dataDir: string;
  readonly port: number;
  /** The default is `<dataDir>/logs/postgres.log`. */
  readonly logFile?: string;
  /** Override the default settings, such as `{ fsync: 'off' }` for a test. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningPostgres extends RunningPart {
  /** The database `saphan` with the superuser. */
  readonly url: string;
  /** With the role of the gateway's processes, which `migrate` creates. */
  readonly appUrl: string;
}

/** For a small machine. Durability stays on, as by default. */
const ownSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Omits the detail of a constraint violation, which contains the row.
  log_error_verbosity: 'terse',
};

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Starts Postgres on the loopback address, with a cluster that the first start creates. Stops a
 * server of a killed supervisor on the folder first. Throws SetupError.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, settings = {} } = options;
  const { clusterDir } = clusterPaths(dataDir);
  await stopLeftover(clusterDir);
  await requireFreePorts([{ variable: 'POSTGRES_PORT', host: '127.0.0.1', port }]);
  const account = await postgresAccount(findPostgres());
  await ensureCluster(dataDir, account, settings['fsync'] !== 'off');
  ensureAppPassword(dataDir);
  const serverUrl = requireUrl(dataDir, port, 'postgres');
  const part = await startPart(
    {
      name: 'postgres',
      ...serverCommand(account, clusterDir, { ...ownSettings, ...settings, port: `${port}` }),
      logFile: options.logFile ?? path.join(dataDir, 'logs', 'postgres.log'),
      // Fast shutdown: closes connections and loses nothing.
      stopSignal: 'SIGINT',
      stopWithinMs: STOP_TIMEOUT_MS,
      readyWithinMs: READY_TIMEOUT_MS,
      probe: () => () => isAnswering(serverUrl),
    },
    options,
  );
  try {
    await ensureDatabase(serverUrl);
  } catch (error) {
    await part.stop();
    throw error;
  }
  const appUrl = embeddedAppUrl(dataDir, port);
  if (appUrl === null) throw new Error(`no application role in ${dataDir}`);
  return { ...part, url: requireUrl(dataDir, port, 'saphan'), appUrl };
}

function serverCommand(
  { binaries, ids, nameOf }: PostgresAccount,
  clusterDir: string,
  settings: Readonly<Record<string, string>>,
) {
  return {
    command: binaries.postgres,
    args: [
      '-D',
      nameOf(clusterDir),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    cwd: clusterDir,
    ...ids,
  };
}

function requireUrl(dataDir: string, port: number, database: string): string {
  const url = embeddedUrl(dataDir, port, database);
  if (url === null) throw new Error(`no cluster in ${dataDir}`);
  return url;
}

/** False while the server is starting or recovering. */
async function isAnswering(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== WRONG_PASSWORD) return false;
    throw new SetupError('Postgres rejects the password in postgres.password.');
  }
}

const WRONG_PASSWORD = '28P01';

async function ensureDatabase(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_database where datname = 'saphan'`);
    if (rowCount === 0) await client.query('create database saphan');
  });
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'saphan supervisor',
  });
  // A broken connection also fails its query, which has the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

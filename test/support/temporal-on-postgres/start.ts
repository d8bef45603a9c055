import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client, Connection, isGrpcServiceError, type ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { startPart, type Keeping } from '../../../sandbox/embedded/part';
import { isListening, requireFreePorts } from '../../../sandbox/embedded/ports';
import { writePrivateJson } from '../../../sandbox/embedded/private-file';
import type { RunningTemporal } from '../../../sandbox/embedded/temporal-server';
import { registerSearchAttributes } from '../../../src/kernel/temporal/search-attributes';
import { takesSearchAttributes } from '../takes-search-attributes';
import type { ServerPrograms } from '../temporal-programs';
import { layTemporalDatabases } from './schemas';
import {
  dynamicSettings,
  serverSettings,
  servicesOf,
  type ServerPorts,
  type ServerSecurity,
} from './settings';

export interface TemporalOnPostgresOptions extends Keeping {
  /** Result of obtainServerPrograms. */
  readonly programs: ServerPrograms;
  /** URL of a Postgres with a role that may create databases. */
  readonly postgresUrl: string;
  /** Prefix of the database names; unique per cluster on one Postgres. */
  readonly databaseName?: string;
  /** Folder for the configuration and `logs/temporal.log`. */
  readonly dataDir: string;
  /** Result of freeServerPorts; the same for each restart. */
  readonly ports: ServerPorts;
  /** Created if missing. */
  readonly namespace?: string;
  /** Whether to wait until the namespace has the gateway's search attributes. */
  readonly hasSearchAttributes?: boolean;
  readonly security?: ServerSecurity;
  /** Credentials for the readiness check. */
  readonly credentials?: Pick<ConnectionOptions, 'tls' | 'apiKey'>;
}

const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 15_000;
const PROBE_WITHIN_MS = 2_000;
const NOT_FOUND = 5;

/**
 * Starts the full Temporal server, all services in one process on the loopback address, with its
 * state in Postgres. It can be killed and restarted. Throws
 * SetupError.
 */
export async function startTemporalOnPostgres(
  options: TemporalOnPostgresOptions,
): Promise<RunningTemporal> {
  const { programs, postgresUrl, dataDir, ports, security = {} } = options;
  const { databaseName = 'temporal' } = options;
  const services = servicesOf(security);
  await requireFreePorts(
    services.flatMap((name) =>
      (['rpc', 'membership'] as const).map((use) => ({
        variable: `the ${use} port of ${name}`,
        host: '127.0.0.1',
        port: ports[name][use],
      })),
    ),
  );
  await layTemporalDatabases(programs.sqlTool, postgresUrl, databaseName);
  const folder = writeConfiguration(options, { postgresUrl, databaseName });
  // The certificates are issued for `localhost`.
  const host = security.tls === undefined ? '127.0.0.1' : 'localhost';
  const address = `${host}:${ports.frontend.rpc}`;
  const part = await startPart(
    {
      name: 'temporal',
      command: programs.server,
      args: [
        `--root=${folder}`,
        '--config=.',
        '--env=server',
        ...(security.keySetUrl === undefined ? ['--allow-no-auth'] : []),
        'start',
        ...services.map((name) => `--service=${name}`),
      ],
      env: {},
      logFile: path.join(dataDir, 'logs', 'temporal.log'),
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_WITHIN_MS,
      readyWithinMs: READY_WITHIN_MS,
      probe: () => () => isReady(address, options),
    },
    options,
  );
  return { ...part, address };
}

function writeConfiguration(
  { dataDir, ports, security = {} }: TemporalOnPostgresOptions,
  database: Parameters<typeof serverSettings>[0],
): string {
  const folder = path.join(dataDir, 'temporal-server');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dynamicFile = path.join(folder, 'dynamic.yaml');
  // JSON is valid YAML.
  writePrivateJson(dynamicFile, dynamicSettings);
  const settings = serverSettings(database, ports, dynamicFile, security);
  writePrivateJson(path.join(folder, 'server.yaml'), settings);
  return folder;
}

/** Creates the namespace and the search attributes; true once all services know them. */
async function isReady(
  address: string,
  {
    namespace = 'default',
    hasSearchAttributes = false,
    credentials = {},
  }: TemporalOnPostgresOptions,
): Promise<boolean> {
  try {
    if (!(await isListening(address))) return false;
    const connection = await Connection.connect({
      address,
      connectTimeout: PROBE_WITHIN_MS,
      ...credentials,
    });
    try {
      const client = new Client({ connection, namespace });
      return await client.withDeadline(Date.now() + PROBE_WITHIN_MS, async () => {
        if (!(await hasNamespace(client))) return false;
        if (!hasSearchAttributes) return true;
        await registerSearchAttributes(client, namespace);
        return takesSearchAttributes(client);
      });
    } finally {
      await connection.close();
    }
  } catch {
    // Not ready yet; the start's timeout reports a lasting failure.
    return false;
  }
}

async function hasNamespace({ workflowService, options }: Client): Promise<boolean> {
  const { namespace } = options;
  try {
    await workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== NOT_FOUND) throw error;
    const workflowExecutionRetentionPeriod = msToTs('7 days');
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    return false;
  }
}

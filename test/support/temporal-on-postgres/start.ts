import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import type { ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { startPart } from '../../../sandbox/embedded/part';
import type { Keeping } from '../../../sandbox/embedded/part';
import { isListening, requireFreePorts } from '../../../sandbox/embedded/ports';
import { writePrivateJson } from '../../../sandbox/embedded/private-file';
import type { RunningTemporal } from '../../../sandbox/embedded/temporal-server';
import { registerSearchAttributes } from '../../../src/temporal/search-attributes';
import { takesSearchAttributes } from '../takes-search-attributes';
import type { ServerPrograms } from './programs';
import { layTemporalDatabases } from './schemas';
import { dynamicSettings, serverSettings, servicesOf } from './settings';
import type { ServerPorts, ServerSecurity } from './settings';

export interface TemporalOnPostgresOptions extends Keeping {
  /** As obtainServerPrograms found them. */
  readonly programs: ServerPrograms;
  /** Of any database of a Postgres, as a user who may make databases: its own are made there. */
  readonly postgresUrl: string;
  /** Of what its own databases are called; two clusters on one Postgres need two. */
  readonly databaseName?: string;
  /** For its configuration and `logs/temporal.log`. Its state is in Postgres. */
  readonly dataDir: string;
  /** As freeServerPorts found them; the same at each start. */
  readonly ports: ServerPorts;
  /** Made when it is not there. */
  readonly namespace?: string;
  /** Whether the namespace must have the gateway's search attributes before it is used. */
  readonly hasSearchAttributes?: boolean;
  readonly security?: ServerSecurity;
  /** What a server that asks for something is shown while its start is waited for. */
  readonly credentials?: Pick<ConnectionOptions, 'tls' | 'apiKey'>;
}

const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 15_000;
const PROBE_WITHIN_MS = 2_000;
const NOT_FOUND = 5;

/**
 * Starts the Temporal server of a real installation, all of its services in one process, on the
 * loopback address, with its state in Postgres. It can be killed and started again. Throws
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
  // A certificate names `localhost`; nothing else here cares.
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
  // What is JSON is YAML.
  writePrivateJson(dynamicFile, dynamicSettings);
  const settings = serverSettings(database, ports, dynamicFile, security);
  writePrivateJson(path.join(folder, 'server.yaml'), settings);
  return folder;
}

/** Brings it the namespace and the search attributes, and is true once all of it knows them. */
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
    // Whatever it lacks now: when it lasts, the bound of the start says so.
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

import { freePort } from '../free-port';
import { temporalDatabases } from './schemas';

/** The services of a cluster, all run by one process here. */
const services = ['frontend', 'internal-frontend', 'history', 'matching', 'worker'] as const;

/** gRPC and membership ports of each service. */
export type ServerPorts = Readonly<
  Record<(typeof services)[number], { readonly rpc: number; readonly membership: number }>
>;

/** The ports stay the same across restarts, as membership requires. */
export async function freeServerPorts(): Promise<ServerPorts> {
  const pairs: [string, ServerPorts['frontend']][] = [];
  for (const name of services) {
    pairs.push([name, { rpc: await freePort(), membership: await freePort() }]);
  }
  return Object.fromEntries(pairs) as ServerPorts;
}

/** Required credentials; none if empty. */
export interface ServerSecurity {
  /** The frontend's certificate, and the authority of server and client certificates. */
  readonly tls?: {
    readonly certFile: string;
    readonly keyFile: string;
    readonly caFile: string;
    /** Whether client certificates are required. */
    readonly isMutual: boolean;
  };
  /** URL of the key set that verifies the clients' tokens. */
  readonly keySetUrl?: string;
}

/** Enough for tests; each shard costs idle CPU. An installation has 512. */
const HISTORY_SHARDS = 4;

/** The server's configuration, in the structure of its YAML file. */
export function serverSettings(
  { postgresUrl, databaseName }: { readonly postgresUrl: string; readonly databaseName: string },
  ports: ServerPorts,
  dynamicConfigFile: string,
  security: ServerSecurity,
) {
  const { store, visibility } = temporalDatabases(databaseName);
  const { tls, keySetUrl } = security;
  return {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: {
        default: { sql: database(postgresUrl, store.name, 10) },
        visibility: { sql: database(postgresUrl, visibility.name, 2) },
      },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      ...(tls === undefined ? {} : { tls: tlsOf(tls) }),
      ...(keySetUrl === undefined ? {} : { authorization: tokensOf(keySetUrl) }),
    },
    services: Object.fromEntries(
      servicesOf(security).map((name) => {
        const { rpc, membership } = ports[name];
        const reached = { grpcPort: rpc, membershipPort: membership, bindOnLocalHost: true };
        return [name, { rpc: reached }];
      }),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.rpc}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicConfigFile, pollInterval: '10s' },
  };
}

/** Internal calls have no token, so the internal frontend needs its own port with authorization. */
export function servicesOf({ keySetUrl }: ServerSecurity): readonly (keyof ServerPorts)[] {
  return keySetUrl === undefined
    ? services.filter((name) => name !== 'internal-frontend')
    : services;
}

function database(postgresUrl: string, databaseName: string, connections: number) {
  const { host, username, password } = new URL(postgresUrl);
  return {
    pluginName: 'postgres12',
    databaseName,
    connectAddr: host,
    connectProtocol: 'tcp',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    // Per service.
    maxConns: connections,
    maxIdleConns: connections,
    maxConnLifetime: '1h',
  };
}

function tlsOf({ certFile, keyFile, caFile, isMutual }: NonNullable<ServerSecurity['tls']>) {
  const client = { serverName: 'localhost', rootCaFiles: [caFile] };
  const clients = isMutual ? { requireClientAuth: true, clientCaFiles: [caFile] } : {};
  return {
    frontend: { server: { certFile, keyFile, ...clients }, client },
    systemWorker: { certFile, keyFile, client },
  };
}

function tokensOf(keySetUrl: string) {
  return {
    jwtKeyProvider: { keySourceURIs: [keySetUrl], refreshInterval: '1m' },
    permissionsClaimName: 'permissions',
    authorizer: 'default',
    claimMapper: 'default',
  };
}

/** The same values as in docker-compose.yml. */
export const dynamicSettings = {
  'matching.enableFairness': [{ value: true }],
  'history.timerProcessorSchedulerWorkerCount': [{ value: 8 }],
  'history.transferProcessorSchedulerWorkerCount': [{ value: 32 }],
  'history.visibilityProcessorSchedulerWorkerCount': [{ value: 8 }],
  'matching.numTaskqueueReadPartitions': [{ value: 1 }],
  'matching.numTaskqueueWritePartitions': [{ value: 1 }],
};

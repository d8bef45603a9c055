import { freePort } from '../free-port';
import { temporalDatabases } from './schemas';

/** The services of one cluster; here one process runs all of them. */
const services = ['frontend', 'internal-frontend', 'history', 'matching', 'worker'] as const;

/** Where each service takes its calls, and where it meets the others. */
export type ServerPorts = Readonly<
  Record<(typeof services)[number], { readonly rpc: number; readonly membership: number }>
>;

/** Kept over restarts: the others of a cluster look for a service where it was. */
export async function freeServerPorts(): Promise<ServerPorts> {
  const pairs: [string, ServerPorts['frontend']][] = [];
  for (const name of services) {
    pairs.push([name, { rpc: await freePort(), membership: await freePort() }]);
  }
  return Object.fromEntries(pairs) as ServerPorts;
}

/** What clients must bring. Without any of it, nobody is asked for anything. */
export interface ServerSecurity {
  /** Whom the frontend is, and which authority signs for it and for its clients. */
  readonly tls?: {
    readonly certFile: string;
    readonly keyFile: string;
    readonly caFile: string;
    /** Whether a client must show a certificate, too. */
    readonly isMutual: boolean;
  };
  /** Where the keys are by which the server checks the tokens that clients bring. */
  readonly keySetUrl?: string;
}

/** Enough for a cluster that is only tried; they cost idle time each, and a real one has 512. */
const HISTORY_SHARDS = 4;

/** The server's configuration, in the shape of its YAML file. */
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

/** The cluster's own work brings no token, so it needs a door of its own where one is asked for. */
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
    // Of each service.
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

/** As in docker-compose.yml. */
export const dynamicSettings = {
  'matching.enableFairness': [{ value: true }],
};

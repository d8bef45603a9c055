import type { Keeping } from '../../sandbox/embedded/part';
import { startTemporal, type RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { searchAttributeNames } from '../../src/kernel/temporal/search-attributes';
import { freePort } from './free-port';
import { freeServerPorts } from './temporal-on-postgres/settings';
import { startTemporalOnPostgres } from './temporal-on-postgres/start';
import { obtainCli, obtainServerPrograms } from './temporal-programs';

/** `sqlite`: the development server of `npm start`. `postgres`: the server of an installation. */
export type Topology = 'sqlite' | 'postgres';

/** The Temporal server of the tests; SAPHAN_TEST_TEMPORAL=postgres selects the other one. */
export function testTopology(): Topology {
  const named = process.env['SAPHAN_TEST_TEMPORAL'] ?? 'sqlite';
  if (named === 'sqlite' || named === 'postgres') return named;
  throw new Error(`SAPHAN_TEST_TEMPORAL is sqlite or postgres, not ${named}`);
}

export interface TemporalServerOptions extends Keeping {
  readonly topology?: Topology;
  /** Folder for logs, configuration and, on SQLite, the state. */
  readonly dataDir: string;
  /** Name of the databases of the server on Postgres. */
  readonly postgresUrl: () => Promise<string>;
  readonly databaseName?: string;
  readonly namespace?: string;
  /** Whether to wait until the namespace has the gateway's search attributes. */
  readonly hasSearchAttributes?: boolean;
}

/** Returns a function that starts, and restarts, the Temporal server of that topology. */
export async function prepareTemporalServer(
  options: TemporalServerOptions,
): Promise<(keeping: Keeping) => Promise<RunningTemporal>> {
  const { topology = testTopology(), signal } = options;
  if (topology === 'sqlite') {
    const [program, port] = await Promise.all([obtainCli(signal), freePort()]);
    const { hasSearchAttributes = false } = options;
    const searchAttributes = hasSearchAttributes ? searchAttributeNames : [];
    // Otherwise tests register them, in namespaces of their own.
    const refreshesSearchAttributes = !hasSearchAttributes;
    const own = { program, port, uiPort: null, searchAttributes, refreshesSearchAttributes };
    return (keeping) => startTemporal({ ...options, ...keeping, ...own });
  }
  const [programs, ports, postgresUrl] = await Promise.all([
    obtainServerPrograms(signal),
    freeServerPorts(),
    options.postgresUrl(),
  ]);
  return (keeping) =>
    startTemporalOnPostgres({ ...options, ...keeping, programs, ports, postgresUrl });
}

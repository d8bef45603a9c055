import type { Keeping } from '../../sandbox/embedded/part';
import type { Note } from '../../sandbox/embedded/progress';
import { obtainTemporal } from '../../sandbox/embedded/temporal-binary';
import { startTemporal } from '../../sandbox/embedded/temporal-server';
import type { RunningTemporal } from '../../sandbox/embedded/temporal-server';
import { searchAttributeNames } from '../../src/temporal/search-attributes';
import { freePort } from './free-port';
import { obtainServerPrograms } from './temporal-on-postgres/programs';
import { freeServerPorts } from './temporal-on-postgres/settings';
import { startTemporalOnPostgres } from './temporal-on-postgres/start';

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
  readonly note?: Note;
}

/** Returns a function that starts, and restarts, the Temporal server of that topology. */
export async function prepareTemporalServer(
  options: TemporalServerOptions,
): Promise<(keeping: Keeping) => Promise<RunningTemporal>> {
  const { topology = testTopology(), note, register, signal } = options;
  const source = { environment: process.env, register, signal, ...(note ? { note } : {}) };
  if (topology === 'sqlite') {
    const [binary, port] = await Promise.all([obtainTemporal(source), freePort()]);
    const searchAttributes = options.hasSearchAttributes === true ? searchAttributeNames : [];
    return (keeping) =>
      startTemporal({ ...options, ...keeping, binary, port, uiPort: null, searchAttributes });
  }
  const [programs, ports, postgresUrl] = await Promise.all([
    obtainServerPrograms(source),
    freeServerPorts(),
    options.postgresUrl(),
  ]);
  note?.('making its databases, and starting the server');
  return (keeping) =>
    startTemporalOnPostgres({ ...options, ...keeping, programs, ports, postgresUrl });
}

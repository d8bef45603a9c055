import type { Role } from '../../src/db/postgres/roles';

/** The servers of a test run, started once by global-setup.ts. */
export interface TestServers {
  /** Of the server's own database: from there others are made and dropped. */
  readonly adminUrl: string;
  /** What the gateway's processes connect as, here as everywhere. */
  readonly app: Role;
  /** The migrated database that every test database is a copy of. */
  readonly template: string;
  readonly temporalAddress: string;
  /** The bundle of workflows/index.ts, built once a run. */
  readonly workflowBundlePath: string;
}

const variable = 'SAPHAN_TEST_SERVERS';

export function announceServers(servers: TestServers): void {
  process.env[variable] = JSON.stringify(servers);
}

/** Whether somebody started servers for several runs: they are not this run's to start or stop. */
export const hasServers = (): boolean => process.env[variable] !== undefined;

export function testServers(): TestServers {
  const told = process.env[variable];
  if (told === undefined) {
    throw new Error('This folder has no servers: add it to `roomsOnServers` in jest.config.js.');
  }
  return JSON.parse(told) as TestServers;
}

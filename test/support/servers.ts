import type { Role } from '../../src/platform/postgres/roles';

/** The servers of a test run, started once by global-setup.ts. */
export interface TestServers {
  /** URL of the maintenance database, used to create and drop others. */
  readonly adminUrl: string;
  /** The role of the gateway's processes. */
  readonly app: Role;
  /** The migrated template of every test database. */
  readonly template: string;
  readonly temporalAddress: string;
  /** The bundle of workflows/index.ts, built once per run. */
  readonly workflowBundlePath: string;
}

const variable = 'SAPHAN_TEST_SERVERS';

export function announceServers(servers: TestServers): void {
  process.env[variable] = JSON.stringify(servers);
}

/** Whether test/support/serve.js runs the servers; then this run neither starts nor stops them. */
export const hasServers = (): boolean => process.env[variable] !== undefined;

export function testServers(): TestServers {
  const given = process.env[variable];
  if (given === undefined) {
    throw new Error('This folder has no servers: add it to `onServers` in jest.config.js.');
  }
  return JSON.parse(given) as TestServers;
}

import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { connect, type Db } from '../../src/platform/postgres/connect';
import type { Role } from '../../src/platform/postgres/roles';
import { closeAfterFile } from './close-after-file';
import { testServers } from './servers';

/** A busy machine accepts a connection late. */
const connectTimeoutMs = 60_000;

export interface TestDatabase {
  readonly url: string;
  readonly knex: Db;
}

/**
 * Creates a migrated, empty database from the template and drops it after the test file, even with
 * open connections. With `asApp` the connection uses the gateway's role, which owns nothing.
 */
export async function testDatabase({ poolMax = 10, asApp = false } = {}): Promise<TestDatabase> {
  const { template, app } = testServers();
  return createDatabase(template, poolMax, asApp ? app : null);
}

/** The same without the schema. */
export async function emptyDatabase({ poolMax = 2 } = {}): Promise<TestDatabase> {
  return createDatabase('template1', poolMax, null);
}

/** Runs statements as the owner of a test database, for example to disable a trigger. */
export const asOwner = (
  db: Db,
  sql: string,
  values: readonly Knex.RawBinding[] = [],
): Promise<void> => withOwner(db, (owner) => owner.raw(sql, values));

/**
 * Runs a statement as the owner of a test database, without triggers and foreign keys: the triggers
 * of the ledger refuse changes to the owner too.
 */
export const withoutTriggers = (
  db: Db,
  sql: string,
  values: readonly Knex.RawBinding[] = [],
): Promise<void> =>
  withOwner(db, async (owner) => {
    await owner.raw('set session_replication_role = replica');
    await owner.raw(sql, values);
  });

async function withOwner(db: Db, run: (owner: Db) => PromiseLike<unknown>): Promise<void> {
  const { rows } = (await db.raw('select current_database() as name')) as {
    rows: { name: string }[];
  };
  const owner = connect(databaseUrl(testServers().adminUrl, rows[0]?.name ?? ''), {
    poolMax: 1,
    connectTimeoutMs,
  });
  try {
    await run(owner);
  } finally {
    await owner.destroy();
  }
}

/** URL of a test database with the owner's role, as `migrate` uses it. */
export const ownerUrl = (url: string): string =>
  databaseUrl(testServers().adminUrl, new URL(url).pathname.slice(1));

async function createDatabase(
  template: string,
  poolMax: number,
  role: Role | null,
): Promise<TestDatabase> {
  const { adminUrl } = testServers();
  const name = `test_${process.env['JEST_WORKER_ID'] ?? '1'}_${randomBytes(6).toString('hex')}`;
  const admin = connect(adminUrl, { poolMax: 1, connectTimeoutMs });
  // The default, `wal_log`, takes ten times the CPU time where the files are in memory.
  await admin.raw('create database ?? template ?? strategy file_copy', [name, template]);

  const url = databaseUrl(adminUrl, name, role);
  const knex = connect(url, { poolMax, connectTimeoutMs });
  closeAfterFile(async () => {
    await knex.destroy();
    await admin.raw('drop database ?? with (force)', [name]);
    await admin.destroy();
  });
  return { url, knex };
}

/** URL of another database of the same server, optionally with another role. */
export function databaseUrl(serverUrl: string, name: string, role: Role | null = null): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (role !== null) Object.assign(url, { username: role.name, password: role.password });
  return url.href;
}

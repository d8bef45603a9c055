import { randomBytes } from 'node:crypto';
import { connect } from '../../src/db/connect';
import type { Db } from '../../src/db/connect';
import { closeAfterFile } from './close-after-file';
import { testServers } from './servers';

export interface TestDatabase {
  readonly url: string;
  readonly knex: Db;
}

/**
 * A database of its own, migrated and empty: a copy of the template, made in some 50 ms. It is
 * dropped after the test file, whoever is still connected.
 */
export async function testDatabase({ poolMax = 10 } = {}): Promise<TestDatabase> {
  return createDatabase(testServers().template, poolMax);
}

/** The same without our schema. */
export async function emptyDatabase({ poolMax = 2 } = {}): Promise<TestDatabase> {
  return createDatabase('template1', poolMax);
}

async function createDatabase(template: string, poolMax: number): Promise<TestDatabase> {
  const { adminUrl } = testServers();
  const name = `test_${process.env['JEST_WORKER_ID'] ?? '1'}_${randomBytes(6).toString('hex')}`;
  const admin = connect(adminUrl, { poolMax: 1 });
  await admin.raw('create database ?? template ??', [name, template]);

  const url = databaseUrl(adminUrl, name);
  const knex = connect(url, { poolMax });
  closeAfterFile(async () => {
    await knex.destroy();
    await admin.raw('drop database ?? with (force)', [name]);
    await admin.destroy();
  });
  return { url, knex };
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

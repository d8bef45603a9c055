import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { connect } from './connect';
import type { Db } from './connect';
import { migrations } from './migrations';

const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve(migration.steps),
};
const config = { migrationSource: source, tableName: 'migrations' };

/** One lock for whoever migrates this database at the same moment: any number will do. */
const MIGRATION_LOCK = 7_266_426;
const LOCK_LOOK_MS = 200;

/** Brings a database to today's schema and returns the names of what had to run. */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const lock = connect(databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  const db = connect(databaseUrl, { poolMax: 2, statementTimeoutMs: 0 });
  try {
    // A lock of the session, unlike Knex's row, goes with a process that is killed half-way.
    while (!(await tryLock(lock))) await pause(LOCK_LOOK_MS);
    await db.migrate.forceFreeMigrationsLock(config);
    const [, names] = (await db.migrate.latest(config)) as [number, string[]];
    return names;
  } finally {
    await Promise.all([lock.destroy(), db.destroy()]);
  }
}

/**
 * Asks again and again rather than wait in a statement: an index that is built concurrently waits
 * for every statement that is under way, and this one would wait for the index.
 */
async function tryLock(lock: Db): Promise<boolean> {
  const { rows } = (await lock.raw('select pg_try_advisory_lock(?) as taken', [
    MIGRATION_LOCK,
  ])) as { rows: { taken: boolean }[] };
  return rows[0]?.taken === true;
}

/** The migrations that a database still lacks. Creates nothing. */
export async function pendingMigrations(db: Knex): Promise<readonly string[]> {
  const present = await db.schema.hasTable('migrations');
  const done = present ? await db('migrations').pluck<string[]>('name') : [];
  return migrations.map(({ name }) => name).filter((name) => !done.includes(name));
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { connect, run, type Db } from './connect';
import { raw, sql } from './sql';
import { migrations } from '../../migrations';
import { preparePartitions, type KeptDays } from './partitions';
import { grantToApp, type Role } from './roles';
import { seed } from './seeds';

type Migration = (typeof migrations)[number];

/** Advisory lock key of a migration; arbitrary. */
const MIGRATION_LOCK = 7_266_426;
const LOCK_LOOK_MS = 200;

/** Limits the wait for a table lock, which blocks all later statements on the table. */
const TABLE_WAIT = '1s';
const TABLE_TRIES = 60;
const TABLE_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * As the schema's owner. Returns the names of the migrations that ran. Creates the partitions that
 * are due. The role of the gateway's processes, if it is another, gets its grants.
 */
export async function migrate(
  databaseUrl: string,
  list: readonly Migration[] = migrations,
  app: Role | null = null,
  keptDays?: KeptDays,
): Promise<readonly string[]> {
  const lock = connect(databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  const db = connect(databaseUrl, { poolMax: 2, statementTimeoutMs: 0 });
  try {
    // A session lock, unlike Knex's lock row, is released when the process is killed.
    while (!(await tryLock(lock))) await pause(LOCK_LOOK_MS);
    const pending = await pendingMigrations(db, list);
    if (pending.length > 0) await runPatiently(db, list);
    if (list.length >= migrations.length) await seed(db);
    await preparePartitions(db, keptDays);
    if (app !== null) await grantToApp(db, app);
    return pending;
  } finally {
    await Promise.all([lock.destroy(), db.destroy()]);
  }
}

/**
 * A migration that does not get a table lock in time is rolled back and retried after a pause, in
 * which the blocked statements run.
 */
async function runPatiently(db: Db, list: readonly Migration[]): Promise<void> {
  const config = { migrationSource: sourceOf(list), tableName: 'migrations' };
  for (let tries = 1; ; tries++) {
    try {
      await db.migrate.forceFreeMigrationsLock(config);
      await db.migrate.latest(config);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === TABLE_TRIES) {
        const message = 'A migration did not get its table: a transaction on it has not ended';
        throw new Error(message, { cause: error });
      }
      await pause(TABLE_PAUSE_MS);
    }
  }
}

function sourceOf(list: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...list]),
    getMigrationName: ({ name }) => name,
    getMigration: ({ steps }) => Promise.resolve({ ...waitingBriefly(steps), down }),
  };
}

/** Knex requires it. A database is restored from a backup instead. */
const down = () => Promise.reject(new Error('Migrations are not undone.'));

/**
 * `create index concurrently` runs without a transaction and blocks no other statement, so its wait
 * is not limited.
 */
function waitingBriefly(steps: Migration['steps']): Migration['steps'] {
  if (steps.config?.transaction === false) return steps;
  return {
    ...steps,
    async up(transaction) {
      await run(transaction, null, sql`set local lock_timeout = '${raw(TABLE_WAIT)}'`);
      await steps.up(transaction);
    },
  };
}

/**
 * Polls rather than waits: `create index concurrently` waits for every running statement, which
 * would include the wait for this lock.
 */
async function tryLock(lock: Db): Promise<boolean> {
  const [answer] = await run<{ taken: boolean }>(
    lock,
    'try-migration-lock',
    sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`,
  );
  return answer?.taken === true;
}

/** Writes nothing. */
export async function pendingMigrations(
  db: Db,
  list: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  const [table] = await run<{ exists: boolean }>(
    db,
    'has-migrations',
    sql`select to_regclass('migrations') is not null as exists`,
  );
  const done = table?.exists
    ? await run<{ name: string }>(db, 'done-migrations', sql`select name from migrations`)
    : [];
  const names = new Set(done.map(({ name }) => name));
  return list.map(({ name }) => name).filter((name) => !names.has(name));
}

import { migrations } from '../../migrations';
import { run, type Db } from './connect';
import { sql } from './sql';

/** The last migration that this version knows. */
export const schemaVersion = migrations.at(-1)?.name ?? '';

export interface RunningProcess {
  /** Such as `api`. */
  readonly part: string;
  /** The last migration that the process knows; null when it reports none. */
  readonly schema: string | null;
}

/** Only those that are connected to the database. */
export async function findProcesses(db: Db): Promise<readonly RunningProcess[]> {
  const rows = await run<{ name: string }>(
    db,
    'find-processes',
    sql`select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name ~ '^saphan( (api|worker) .+)?$'
     order by application_name`,
  );
  return rows.map(({ name }) => {
    const [, part = 'process', schema = null] = name.split(' ');
    return { part, schema };
  });
}

/** API and worker processes that are connected and do not know the migration. */
export async function findProcessesBefore(
  db: Db,
  migration: string,
): Promise<readonly RunningProcess[]> {
  const processes = await findProcesses(db);
  // Names of migrations begin with their numbers.
  return processes.filter(({ schema }) => schema !== null && schema < migration);
}

/** In the order in which the migrations ran. */
export async function findApplied(db: Db): Promise<readonly string[]> {
  const rows = await run<{ name: string }>(
    db,
    'find-applied',
    sql`select name from migrations order by id`,
  );
  return rows.map(({ name }) => name);
}

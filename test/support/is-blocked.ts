import type { Db } from '../../src/platform/postgres/connect';

/** Whether a statement of the database, or that many, wait for a lock. */
export async function isBlocked(db: Db, statements = 1): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock'
     and datname = current_database()`,
  );
  return rows.length >= statements;
}

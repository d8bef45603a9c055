import { run, type Db } from './connect';
import { sql } from './sql';

/** A sandbox has test money. */
export type Mode = 'sandbox' | 'live';

/**
 * Records the mode of a database's first deployment. Returns the recorded mode; it never changes.
 */
export async function recordMode(db: Db, mode: Mode): Promise<Mode> {
  const record = sql`insert into deployment (mode) values (${mode}) on conflict (id) do nothing`;
  await run(db, 'record-mode', record);
  const [row] = await run<{ mode: Mode }>(db, 'find-mode', sql`select mode from deployment`);
  return row?.mode ?? mode;
}

/** The time of the first start, in microseconds: it distinguishes installations. */
export async function findInstallation(db: Db): Promise<string> {
  const [row] = await run<{ installation: string }>(
    db,
    'find-installation',
    sql`select to_char(noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
              as installation from deployment`,
  );
  if (row === undefined) throw new Error('The mode of the database is not recorded.');
  return row.installation;
}

/** `mayRewrite`: the role may change the audit log, as the schema's owner may. */
export async function findRole(
  db: Db,
): Promise<{ readonly role: string; readonly mayRewrite: boolean }> {
  const [row] = await run<{ role: string; mayRewrite: boolean | null }>(
    db,
    'find-role',
    sql`select current_user as role,
            has_table_privilege(to_regclass('audit_log'), 'update, delete, truncate')
              as may_rewrite`,
  );
  return { role: row?.role ?? '', mayRewrite: row?.mayRewrite === true };
}

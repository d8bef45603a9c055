import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

const GOOD_FOR = '1 hour';

export async function insertPasswordReset(db: Db, hash: Buffer, userId: string): Promise<void> {
  await run(
    db,
    'insert-password-reset',
    sql`insert into password_resets (hash, user_id, expires_at)
     values (${hash}, ${userId}, now() + interval '${raw(GOOD_FOR)}')`,
  );
}

/** The user's id; null for an unknown or expired secret. */
export async function findPasswordReset(db: Db, hash: Buffer): Promise<string | null> {
  const [row] = await run<{ userId: string }>(
    db,
    'find-password-reset',
    sql`select user_id from password_resets where hash = ${hash}
     and expires_at > now()`,
  );
  return row?.userId ?? null;
}

/** False when the link has ended: one of two concurrent calls succeeds. */
export async function takePasswordReset(trx: Db, hash: Buffer): Promise<boolean> {
  const taken = await run(
    trx,
    'take-password-reset',
    sql`delete from password_resets where hash = ${hash} and expires_at > now() returning 1`,
  );
  return taken.length > 0;
}

export async function endPasswordResets(trx: Db, userId: string): Promise<void> {
  await run(trx, 'end-password-resets', sql`delete from password_resets where user_id = ${userId}`);
}

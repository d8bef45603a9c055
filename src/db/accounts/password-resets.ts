import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';

const GOOD_FOR = '1 hour';

export async function insertPasswordReset(db: Db, hash: Buffer, userId: string): Promise<void> {
  await run(
    db,
    'insert-password-reset',
    `insert into password_resets (hash, user_id, expires_at)
     values (?, ?, now() + interval '${GOOD_FOR}')`,
    [hash, userId],
  );
}

/** Whose password may be set by that secret; null when nobody was told it, or it is too late. */
export async function findPasswordReset(db: Db, hash: Buffer): Promise<string | null> {
  const [row] = await run<{ userId: string }>(
    db,
    'find-password-reset',
    `select user_id as "userId" from password_resets where hash = ? and expires_at > now()`,
    [hash],
  );
  return row?.userId ?? null;
}

/** Uses a secret up, and all others of the same person. Of two at once one has it. */
export async function takePasswordReset(trx: Db, hash: Buffer): Promise<string | null> {
  const [taken] = await run<{ userId: string }>(
    trx,
    'take-password-reset',
    `delete from password_resets where hash = ? and expires_at > now()
     returning user_id as "userId"`,
    [hash],
  );
  if (taken === undefined) return null;
  await trx('password_resets').where('user_id', taken.userId).delete();
  return taken.userId;
}

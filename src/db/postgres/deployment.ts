import type { Db } from './connect';

/** What a database is of: a sandbox with play money, or a live deployment. */
export type Mode = 'sandbox' | 'live';

/**
 * Notes the mode of the first deployment that starts on a database. Returns the mode that is noted,
 * which never changes.
 */
export async function noteMode(db: Db, mode: Mode): Promise<Mode> {
  await db('deployment').insert({ mode }).onConflict('id').ignore();
  const row = await db('deployment').first<{ mode: Mode } | undefined>('mode');
  return row?.mode ?? mode;
}

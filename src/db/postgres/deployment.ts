import type { Db } from './connect';

/** Whether a database belongs to a sandbox with test money or to a live deployment. */
export type Mode = 'sandbox' | 'live';

/**
 * Records the mode of the first deployment that starts on a database. Returns the recorded mode,
 * which never changes.
 */
export async function noteMode(db: Db, mode: Mode): Promise<Mode> {
  await db('deployment').insert({ mode }).onConflict('id').ignore();
  const row = await db('deployment').first<{ mode: Mode } | undefined>('mode');
  return row?.mode ?? mode;
}

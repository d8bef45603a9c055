import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitForLock } from './lock';
import type { SourceOptions } from './temporal-source';

/** Runs work under a lock in the cache. `name` is the lock's name. */
export async function withCacheLock<Result>(
  cacheDir: string,
  name: string,
  { note, signal }: Pick<SourceOptions, 'note' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(cacheDir, { recursive: true });
  const release = await waitForLock(
    path.join(cacheDir, `${name}.lock`),
    (pid) => note?.(`waiting for process ${pid}`),
    signal,
  );
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Fills a cache folder atomically: in a draft folder that is renamed on success. Requires the lock,
 * because it removes drafts of killed runs.
 */
export async function fillCacheFolder(
  folder: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const cacheDir = path.dirname(folder);
  const prefix = `${path.basename(folder)}-draft-`;
  for (const name of await readdir(cacheDir)) {
    if (name.startsWith(prefix)) await rm(path.join(cacheDir, name), { recursive: true });
  }
  const draft = await mkdtemp(path.join(cacheDir, prefix));
  try {
    await fill(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

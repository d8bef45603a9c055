import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitForLock } from './lock';
import type { SourceOptions } from './temporal-source';

/** Does work on the cache that two runs at once must not both do; `name` is what it obtains. */
export async function withCacheLock<Result>(
  cacheDir: string,
  name: string,
  { note, signal }: Pick<SourceOptions, 'note' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(cacheDir, { recursive: true });
  const release = await waitForLock(
    path.join(cacheDir, `${name}.lock`),
    (pid) => note?.(`process ${pid} is fetching it`),
    signal,
  );
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Fills a folder of the cache, which is there whole or not at all: beside the final one, and in its
 * place when all went well. Needs the lock of what it holds, for drafts of killed runs go.
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

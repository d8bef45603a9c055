// Programs that are downloaded or built once, in the user's cache.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { lock } from './lock.mjs';

/** Fills a cache folder atomically, unless it exists. Concurrent runs wait for the first. */
export async function fillOnce(folder, fill) {
  const release = await lock(folder);
  try {
    if (existsSync(folder)) return;
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await fill(draft);
    renameSync(draft, folder);
  } finally {
    release();
  }
}

/** Builds Go programs into a folder; Go verifies them by its checksum database. */
export async function goInstall(folder, programs) {
  try {
    await promisify(execFile)('go', ['install', ...programs], {
      env: { ...process.env, GOBIN: folder },
    });
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error('Go is not on the PATH', { cause: error });
    throw error;
  }
}

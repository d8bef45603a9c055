// Shared by scripts that require the build. Node modules only.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { lock } from './lock.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Installs and builds if necessary, under a lock. */
export async function makeReady() {
  const release = await lock(root);
  try {
    await ensureInstalled();
    if (!isBuilt(root)) await build(root);
  } finally {
    release();
  }
}

/** Imports a module of the build. */
export const load = (module) => import(pathToFileURL(path.join(root, 'dist', module)).href);

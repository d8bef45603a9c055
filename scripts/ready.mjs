// Shared by the scripts that need the built gateway. Node's own modules only.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { lockClone } from './lock.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Installs and builds what is missing. Two runs at once do it one after the other. */
export async function makeReady() {
  const release = await lockClone(root);
  try {
    await ensureInstalled();
    if (!isBuilt(root)) await build(root);
  } finally {
    release();
  }
}

/** A module of the built gateway. */
export const load = (module) => import(pathToFileURL(path.join(root, 'dist', module)).href);

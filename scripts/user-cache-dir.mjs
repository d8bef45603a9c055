import os from 'node:os';
import path from 'node:path';

/** The project's folder in the user's cache, for programs that are downloaded or built once. */
export function userCacheDir() {
  const caches = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), caches), 'saphan');
}

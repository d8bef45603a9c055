import os from 'node:os';
import path from 'node:path';

/** A copy of the process environment, for PATH, HOME, proxies and cache folders. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The gateway's folder in the user's cache. */
export function userCacheDir(environment: Environment): string {
  const home = environment['HOME'] ?? os.homedir();
  const caches =
    process.platform === 'darwin' ? path.join(home, 'Library/Caches') : path.join(home, '.cache');
  return path.join(environment['XDG_CACHE_HOME'] || caches, 'saphan');
}

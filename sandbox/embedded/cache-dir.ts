import os from 'node:os';
import path from 'node:path';

/** A copy of the environment, for what is not ours to configure: where programs and caches are. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Our folder among the user's caches: what is there can be obtained again. */
export function userCacheDir(environment: Environment): string {
  const home = environment['HOME'] ?? os.homedir();
  const caches =
    process.platform === 'darwin' ? path.join(home, 'Library/Caches') : path.join(home, '.cache');
  return path.join(environment['XDG_CACHE_HOME'] || caches, 'saphan');
}

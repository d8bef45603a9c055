import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { userCacheDir } from './cache-dir';
import { fillCacheFolder, withCacheLock } from './cache-folder';
import { downloadTemporal } from './download-temporal';
import { goInstallTemporal } from './go-install-temporal';
import { SetupError } from './setup-error';
import { temporalVersion } from './temporal-source';
import type { SourceOptions, TemporalSource } from './temporal-source';

export interface ObtainOptions extends SourceOptions {
  /** `~/.cache/saphan`, or the like of this system, unless told otherwise. */
  readonly cacheDir?: string;
  readonly sources?: readonly TemporalSource[];
}

const sources: readonly TemporalSource[] = [
  { name: 'download', obtain: downloadTemporal },
  { name: 'go install', obtain: goInstallTemporal },
];

/** The path of a `temporal` that is on this machine already; null when there is none. */
export async function findTemporal({
  environment,
  cacheDir = userCacheDir(environment),
}: Pick<ObtainOptions, 'environment' | 'cacheDir'>): Promise<string | null> {
  for (const folder of (environment['PATH'] ?? '').split(path.delimiter)) {
    const program = path.join(folder, 'temporal');
    // Others than Temporal have programs of this name.
    if (folder !== '' && (await isProgram(program)) && (await isTemporal(program))) return program;
  }
  const cached = path.join(cachedFolder(cacheDir), 'temporal');
  return (await isProgram(cached)) ? cached : null;
}

/**
 * The path of `temporal`: on the PATH, in the cache, or obtained into the cache by the first source
 * that can. Two runs at once do the work once. Throws SetupError, which names every way out.
 */
export async function obtainTemporal(options: ObtainOptions): Promise<string> {
  const { environment, cacheDir = userCacheDir(environment) } = options;
  const found = await findTemporal({ environment, cacheDir });
  if (found !== null) return found;
  return withCacheLock(
    cacheDir,
    'temporal',
    options,
    async () => (await findTemporal({ environment, cacheDir })) ?? (await fill(cacheDir, options)),
  );
}

async function fill(cacheDir: string, options: ObtainOptions): Promise<string> {
  const folder = cachedFolder(cacheDir);
  const failures: string[] = [];
  for (const { name, obtain } of options.sources ?? sources) {
    try {
      await fillCacheFolder(folder, async (draft) => {
        await obtain(draft, options);
        if (!(await isTemporal(path.join(draft, 'temporal')))) throw new Error('it does not run');
      });
      return path.join(folder, 'temporal');
    } catch (error) {
      options.signal?.throwIfAborted();
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new SetupError(
    [
      'There is no Temporal server here, and none could be obtained:',
      ...failures.map((failure) => `  ${failure}`),
      'Ways out, any one of them:',
      '  install the Temporal CLI so that `temporal` is on the PATH (https://temporal.io/setup)',
      `  put the program at ${path.join(cachedFolder(cacheDir), 'temporal')}`,
      '  install Go 1.25 or newer, from which it is built',
      '  set TEMPORAL_ADDRESS to a Temporal server of your own',
    ].join('\n'),
  );
}

function cachedFolder(cacheDir: string): string {
  return path.join(cacheDir, `temporal-cli-${temporalVersion}`);
}

export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return false;
    throw error;
  }
}

async function isTemporal(file: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: 20_000 });
    return stdout.startsWith('temporal version');
  } catch {
    // Whatever it is, it does not run here as Temporal.
    return false;
  }
}

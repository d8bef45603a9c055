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
  /** The default is `~/.cache/saphan` or its equivalent. */
  readonly cacheDir?: string;
  readonly sources?: readonly TemporalSource[];
}

const sources: readonly TemporalSource[] = [
  { name: 'download', obtain: downloadTemporal },
  { name: 'go install', obtain: goInstallTemporal },
];

/** The path of an installed `temporal`, or null. */
export async function findTemporal({
  environment,
  cacheDir = userCacheDir(environment),
}: Pick<ObtainOptions, 'environment' | 'cacheDir'>): Promise<string | null> {
  for (const folder of (environment['PATH'] ?? '').split(path.delimiter)) {
    const program = path.join(folder, 'temporal');
    // Another program may have this name.
    if (folder !== '' && (await isProgram(program)) && (await isTemporal(program))) return program;
  }
  const cached = path.join(cachedFolder(cacheDir), 'temporal');
  return (await isProgram(cached)) ? cached : null;
}

/**
 * The path of `temporal`: on the PATH, in the cache, or obtained into the cache by the first source
 * that succeeds. Concurrent runs obtain it once. Throws SetupError with all alternatives.
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
        if (!(await isTemporal(path.join(draft, 'temporal'))))
          throw new Error('the program does not run');
      });
      return path.join(folder, 'temporal');
    } catch (error) {
      options.signal?.throwIfAborted();
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new SetupError(
    [
      'No Temporal server is installed, and none could be obtained:',
      ...failures.map((failure) => `  ${failure}`),
      'Alternatives:',
      '  install the Temporal CLI so that `temporal` is on the PATH (https://temporal.io/setup)',
      `  copy the program to ${path.join(cachedFolder(cacheDir), 'temporal')}`,
      '  install Go 1.25 or newer to build it',
      '  set TEMPORAL_ADDRESS to an existing Temporal server',
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
    // Not a Temporal program, or not for this platform.
    return false;
  }
}

import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from './lock';
import { SetupError } from './setup-error';

/** The files of `start` in DATA_DIR, readable by the owner only. */
export function folderPaths(dataDir: string) {
  return {
    dataDir,
    lockFile: path.join(dataDir, 'lock'),
    registerFile: path.join(dataDir, 'running.json'),
    /** The addresses of the running instance, for other commands. */
    instanceFile: path.join(dataDir, 'instance.json'),
    secretsFile: path.join(dataDir, 'secrets.json'),
    /** The addresses and keys of a running sandbox, for scripts. */
    sandboxFile: path.join(dataDir, 'sandbox.json'),
    /** The API key of the sandbox merchant. The database has its hash only. */
    merchantFile: path.join(dataDir, 'sandbox-merchant.json'),
    /** The fake providers of `start --providers`, with the API key of their merchant. */
    providersFile: path.join(dataDir, 'sandbox-providers.json'),
    logFile: (part: string) => path.join(dataDir, 'logs', `${part}.log`),
  };
}

export type FolderPaths = ReturnType<typeof folderPaths>;

/** Creates and locks the data folder. Throws SetupError if another process has the lock. */
export function takeFolder(dataDir: string): FolderPaths & { readonly release: () => void } {
  const paths = folderPaths(dataDir);
  try {
    mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const lock = tryLock(paths.lockFile);
    if ('pid' in lock) {
      throw new SetupError(
        `Process ${lock.pid} is already running on ${dataDir}. Stop it, or set DATA_DIR and the` +
          ' ports to start a second instance.',
      );
    }
    // Files of a killed run.
    for (const file of [paths.sandboxFile, paths.instanceFile]) rmSync(file, { force: true });
    return { ...paths, release: lock.release };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new SetupError(`DATA_DIR is not usable: ${message}`, { cause: error });
  }
}

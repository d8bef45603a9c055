import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from './lock';
import { SetupError } from './setup-error';

/** Where `start` keeps what: all of it readable by its owner only. */
export function folderPaths(dataDir: string) {
  return {
    dataDir,
    lockFile: path.join(dataDir, 'lock'),
    registerFile: path.join(dataDir, 'running.json'),
    /** The addresses of a running `start`, for commands in other shells. */
    instanceFile: path.join(dataDir, 'instance.json'),
    secretsFile: path.join(dataDir, 'secrets.json'),
    /** Of a running sandbox: addresses and keys, for scripts. */
    sandboxFile: path.join(dataDir, 'sandbox.json'),
    /** The key of the sandbox merchant, which the database knows only as a hash. */
    merchantFile: path.join(dataDir, 'sandbox-merchant.json'),
    logFile: (part: string) => path.join(dataDir, 'logs', `${part}.log`),
  };
}

export type FolderPaths = ReturnType<typeof folderPaths>;

/** Makes the data folder and takes it for this process. Throws SetupError if another has it. */
export function takeFolder(dataDir: string): FolderPaths & { readonly release: () => void } {
  const paths = folderPaths(dataDir);
  try {
    mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const lock = tryLock(paths.lockFile);
    if ('pid' in lock) {
      throw new SetupError(
        `Process ${lock.pid} runs on ${dataDir} already. Stop it, or set DATA_DIR (and the ports)` +
          ' to run a second one beside it.',
      );
    }
    // What a killed run left says nothing about this one.
    for (const file of [paths.sandboxFile, paths.instanceFile]) rmSync(file, { force: true });
    return { ...paths, release: lock.release };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new SetupError(`DATA_DIR cannot be used: ${message}`, { cause: error });
  }
}

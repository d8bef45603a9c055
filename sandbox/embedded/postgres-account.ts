import { execFile, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { programsIn, type PostgresBinaries } from './postgres-binaries';
import { SetupError } from './setup-error';

const run = promisify(execFile);

/** The user of the server. Postgres does not run as root. */
export interface PostgresAccount {
  /** User and group id of the Postgres process; null for the current user. */
  readonly ids: { readonly uid: number; readonly gid: number } | null;
  /** The programs, executable by the account. */
  readonly binaries: PostgresBinaries;
  /** The path of the working directory for the account. */
  readonly nameOf: (folder: string) => string;
  /** Changes the owner of a file or folder to the account. */
  readonly give: (file: string) => void;
}

/** As root: the system user `postgres`, created if necessary. Otherwise: the current user. */
export async function postgresAccount(binaries: PostgresBinaries): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) {
    return { ids: null, binaries, nameOf: (folder) => folder, give: () => undefined };
  }
  const ids = (await findUser()) ?? (await makeUser());
  return {
    ids,
    binaries: reachable(binaries, ids),
    // The account cannot resolve a path under /root, but can use its working directory.
    nameOf: (folder) => (process.platform === 'linux' ? '/proc/self/cwd' : folder),
    give: (file) => chownSync(file, ids.uid, ids.gid),
  };
}

type Ids = NonNullable<PostgresAccount['ids']>;

async function findUser(): Promise<Ids | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
    );
    return uid === undefined || gid === undefined ? null : { uid, gid };
  } catch (error) {
    // id exits with 1 if the user does not exist.
    if ((error as { code?: unknown }).code === 1) return null;
    throw error;
  }
}

async function makeUser(): Promise<Ids> {
  let reason = '';
  try {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  // Another process may have created it concurrently.
  const ids = await findUser();
  if (ids !== null) return ids;
  throw new SetupError(
    'Postgres does not run as root, and the system user `postgres` cannot be created' +
      ` (${reason.trim()}). Run this as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The account cannot access a clone under /root: then it runs a copy elsewhere. */
function reachable(binaries: PostgresBinaries, ids: Ids): PostgresBinaries {
  if (canRun(binaries.postgres, ids)) return binaries;
  const folder = `/var/cache/saphan/postgres-${binaries.version}`;
  const copy = { ...binaries, folder, ...programsIn(folder) };
  let reason = 'it cannot run that either';
  try {
    if (!existsSync(folder)) copyFolder(binaries.folder, folder);
    if (canRun(copy.postgres, ids)) return copy;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new SetupError(
    `The system user \`postgres\` can run neither ${binaries.postgres} nor a copy in ${folder}` +
      ` (${reason}). Clone into a folder that every user can reach, or set DATABASE_URL.`,
  );
}

function canRun(program: string, ids: Ids): boolean {
  return spawnSync(program, ['--version'], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyFolder(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process created it concurrently.
    if (!existsSync(to)) throw error;
  }
}

import { execFile, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { programsIn } from './postgres-binaries';
import type { PostgresBinaries } from './postgres-binaries';
import { SetupError } from './setup-error';

const run = promisify(execFile);

/** Whom the server runs as: Postgres refuses to run as root. */
export interface PostgresAccount {
  /** Null: as us. */
  readonly ids: { readonly uid: number; readonly gid: number } | null;
  /** Programs that the account may run. */
  readonly binaries: PostgresBinaries;
  /** What the account calls the folder that its process is started in. */
  readonly nameOf: (folder: string) => string;
  /** Gives it a file or folder of ours. */
  readonly give: (file: string) => void;
}

/** As root: the system user `postgres`, which is made if there is none. Else: ourselves. */
export async function postgresAccount(binaries: PostgresBinaries): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) {
    return { ids: null, binaries, nameOf: (folder) => folder, give: () => undefined };
  }
  const ids = (await findUser()) ?? (await makeUser());
  return {
    ids,
    binaries: reachable(binaries, ids),
    // A folder under /root is out of the account's reach by name, but not the one it stands in.
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
    // id answers 1 when there is no such user.
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
  // Another process may have made it at the same moment.
  const ids = await findUser();
  if (ids !== null) return ids;
  throw new SetupError(
    'Postgres does not run as root, and the system user `postgres` cannot be made' +
      ` (${reason.trim()}). Run this as an ordinary user, or set DATABASE_URL.`,
  );
}

/** A clone under /root is out of the account's reach: then it runs a copy that is not. */
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
    `The system user \`postgres\` cannot run ${binaries.postgres}, nor a copy of it in ${folder}` +
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
    // Another process was quicker.
    if (!existsSync(to)) throw error;
  }
}

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { PostgresAccount } from './postgres-account';
import { writePrivate } from './private-file';
import { SetupError } from './setup-error';

const superuser = 'saphan';
/** What the gateway's processes connect as: it owns nothing. `migrate` makes it. */
const appRole = 'saphan_app';

/** Where a data folder keeps its cluster, and the passwords of the superuser and our processes. */
export function clusterPaths(dataDir: string) {
  return {
    clusterDir: path.join(dataDir, 'postgres'),
    passwordFile: path.join(dataDir, 'postgres.password'),
    appPasswordFile: path.join(dataDir, 'postgres-app.password'),
  };
}

/**
 * The address of the embedded server of a data folder, as its owner; null when there is no cluster
 * yet.
 */
export function embeddedUrl(dataDir: string, port: number, database = 'saphan'): string | null {
  const { clusterDir, passwordFile } = clusterPaths(dataDir);
  if (!existsSync(clusterDir)) return null;
  if (!existsSync(passwordFile)) {
    throw new SetupError(
      `${passwordFile} is gone, and with it the way into ${clusterDir}: restore it, or move` +
        ' the cluster away to begin with an empty one.',
    );
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * The same as the role of the gateway's processes; null, too, in a folder that was not started
 * since there is one.
 */
export function embeddedAppUrl(dataDir: string, port: number): string | null {
  const { clusterDir, appPasswordFile } = clusterPaths(dataDir);
  if (!existsSync(clusterDir) || !existsSync(appPasswordFile)) return null;
  const password = readFileSync(appPasswordFile, 'utf8').trim();
  return `postgres://${appRole}:${password}@127.0.0.1:${port}/saphan`;
}

/** Makes the password of the role of our processes, unless it is there. */
export function ensureAppPassword(dataDir: string): void {
  const { appPasswordFile } = clusterPaths(dataDir);
  if (existsSync(appPasswordFile)) return;
  writePrivate(appPasswordFile, `${randomBytes(24).toString('base64url')}\n`);
}

/** Makes the cluster of a data folder, unless it is there. Half a cluster is never left behind. */
export async function ensureCluster(
  dataDir: string,
  account: PostgresAccount,
  isDurable: boolean,
): Promise<void> {
  const { clusterDir, passwordFile } = clusterPaths(dataDir);
  if (existsSync(clusterDir)) return;
  if (!existsSync(passwordFile)) {
    writePrivate(passwordFile, `${randomBytes(24).toString('base64url')}\n`);
  }
  account.give(passwordFile);
  const draft = `${clusterDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  account.give(draft);
  await runInitdb(draft, passwordFile, account, isDurable);
  renameSync(draft, clusterDir);
}

async function runInitdb(
  folder: string,
  passwordFile: string,
  { binaries, ids, nameOf }: PostgresAccount,
  isDurable: boolean,
): Promise<void> {
  const password = openSync(passwordFile, 'r');
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${nameOf(folder)}`,
      `--username=${superuser}`,
      '--pwfile=/dev/stdin',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ],
    { cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: [password, 'ignore', 'pipe'], ...ids },
  );
  closeSync(password);
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new SetupError(`initdb cannot make a Postgres cluster:\n${complaints.trim()}`);
}

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
/** The role of the gateway's processes. It owns nothing; `migrate` creates it. */
const appRole = 'saphan_app';

/** The files of the cluster and of the passwords in a data folder. */
export function clusterPaths(dataDir: string) {
  return {
    clusterDir: path.join(dataDir, 'postgres'),
    passwordFile: path.join(dataDir, 'postgres.password'),
    appPasswordFile: path.join(dataDir, 'postgres-app.password'),
  };
}

/** The URL of the embedded server with the superuser. Null without a cluster. */
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

/** The URL with the application role. Null without a cluster or a password of the role. */
export function embeddedAppUrl(dataDir: string, port: number): string | null {
  const { clusterDir, appPasswordFile } = clusterPaths(dataDir);
  if (!existsSync(clusterDir) || !existsSync(appPasswordFile)) return null;
  const password = readFileSync(appPasswordFile, 'utf8').trim();
  return `postgres://${appRole}:${password}@127.0.0.1:${port}/saphan`;
}

/** Creates the password of the application role if it does not exist. */
export function ensureAppPassword(dataDir: string): void {
  const { appPasswordFile } = clusterPaths(dataDir);
  if (existsSync(appPasswordFile)) return;
  writePrivate(appPasswordFile, `${randomBytes(24).toString('base64url')}\n`);
}

/** Creates the cluster of a data folder, atomically, if it does not exist. */
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
  if (code !== 0) throw new SetupError(`initdb failed:\n${complaints.trim()}`);
}

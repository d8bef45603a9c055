import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { postgresAccount } from '../../sandbox/embedded/postgres-account';
import { findPostgres } from '../../sandbox/embedded/postgres-binaries';
import { clusterPaths } from '../../sandbox/embedded/postgres-cluster';

/** Of the running server, and not of the data. */
const notKept = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal']);

/**
 * A copy of a running server's cluster, as pg_basebackup makes one, in another data folder: what
 * was committed when it ends is in it, whatever is written meanwhile.
 */
export async function backUp(url: string, fromDataDir: string, toDataDir: string): Promise<void> {
  const [from, to] = [clusterPaths(fromDataDir), clusterPaths(toDataDir)];
  // No pool, which closes what is idle for a minute: a backup ends on the connection that began it.
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    await db.query(`select pg_backup_start('test', true)`);
    await mkdir(to.clusterDir, { mode: 0o700 });
    const names = (await readdir(from.clusterDir)).filter((name) => !notKept.has(name));
    await Promise.all(names.map((name) => copy(from.clusterDir, to.clusterDir, name)));
    const { rows } = await db.query('select labelfile from pg_backup_stop(false)');
    const [{ labelfile }] = rows as [{ readonly labelfile: string }];
    await writeFile(path.join(to.clusterDir, 'backup_label'), labelfile);
    await copy(from.clusterDir, to.clusterDir, 'pg_wal');
    await copyFile(from.passwordFile, to.passwordFile);
    await giveAll(to.clusterDir);
  } finally {
    await db.end();
  }
}

/** Leaves out what goes while it is copied: the log, which is copied last, tells of that. */
async function copy(fromFolder: string, toFolder: string, name: string): Promise<void> {
  const [from, to] = [path.join(fromFolder, name), path.join(toFolder, name)];
  try {
    if (!(await stat(from)).isDirectory()) return await copyFile(from, to);
    await mkdir(to, { mode: 0o700 });
    await Promise.all((await readdir(from)).map((each) => copy(from, to, each)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function giveAll(folder: string): Promise<void> {
  const { give } = await postgresAccount(findPostgres());
  give(folder);
  for (const name of await readdir(folder, { recursive: true })) give(path.join(folder, name));
}

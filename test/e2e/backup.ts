import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { postgresAccount } from '../../sandbox/embedded/postgres-account';
import { findPostgres } from '../../sandbox/embedded/postgres-binaries';
import { clusterPaths } from '../../sandbox/embedded/postgres-cluster';

/** Files of the running server, not of the data. */
const notKept = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal']);

/**
 * Copies a running server's cluster into another data folder, like pg_basebackup. The copy contains
 * every transaction committed before its end, regardless of concurrent writes.
 */
export async function backUp(url: string, fromDataDir: string, toDataDir: string): Promise<void> {
  const [from, to] = [clusterPaths(fromDataDir), clusterPaths(toDataDir)];
  // No pool, which closes idle connections: a backup must end on the connection that started it.
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

/** Ignores files that disappear while copying. The WAL, copied last, covers them. */
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

/** Makes the user of Postgres the owner of a folder and its files. */
export async function giveAll(folder: string): Promise<void> {
  const { give } = await postgresAccount(findPostgres());
  give(folder);
  for (const name of await readdir(folder, { recursive: true })) give(path.join(folder, name));
}

import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '../../sandbox/embedded/postgres';
import { clusterPaths } from '../../sandbox/embedded/postgres-cluster';
import type { Db } from '../../src/platform/postgres/connect';
import { compose, read } from '../deployment/installation';
import { backUp, giveAll } from '../e2e/backup';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';
import { until } from '../support/until';

/** The value of a setting of Postgres in docker-compose.yml, for another folder of the archive. */
const composed = (name: string, archive: string): string => {
  const start = `--${name}=`;
  const option = compose.services['postgres']?.command?.find((each) => each.startsWith(start));
  if (option === undefined) throw new Error(`docker-compose.yml does not set ${name}`);
  return option
    .slice(start.length)
    .replace('${POSTGRES_ARCHIVE_MODE:+6}', '6')
    .replaceAll(/\/archive\b/g, archive);
};

/** The command of docs/operations.md. */
const restoreCommand = (archive: string): string => {
  const [, command] = /restore_command = '([^']+)'/.exec(read('docs/operations.md')) ?? [];
  if (command === undefined) throw new Error('docs/operations.md has no restore_command');
  return command.replaceAll('/archive/', `${archive}/`);
};

/** A Postgres that archives its WAL as docker-compose.yml does, with a base backup. */
export async function startArchivedPostgres() {
  const [dataDir, backupDir, archive] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  await giveAll(archive);
  const settings = {
    archive_mode: 'on',
    archive_timeout: composed('archive_timeout', archive),
    archive_command: composed('archive_command', archive),
  };
  const server = await startPostgres({ dataDir, port: await freePort(), settings });
  closeAfterFile(() => server.stop());

  /** Starts another server on the backup, in recovery from the archive. */
  async function startOnBackup(
    signal: 'recovery.signal' | 'standby.signal',
    recovery: Readonly<Record<string, string>>,
  ) {
    const dataDirOfCopy = temporaryFolder();
    await cp(backupDir, dataDirOfCopy, { recursive: true, preserveTimestamps: true });
    const { clusterDir } = clusterPaths(dataDirOfCopy);
    await mkdir(clusterDir, { recursive: true, mode: 0o700 });
    await writeFile(path.join(clusterDir, signal), '');
    await giveAll(clusterDir);
    const started = await startPostgres({
      dataDir: dataDirOfCopy,
      port: await freePort(),
      settings: { restore_command: restoreCommand(archive), ...recovery },
    });
    closeAfterFile(() => started.stop());
    return started;
  }

  return {
    url: server.url,
    archive,
    backUp: () => backUp(server.url, dataDir, backupDir),
    /** Archives the WAL of all that was committed, then kills the server. */
    async lose(db: Db): Promise<void> {
      const { rows } = await db.raw<{ rows: readonly { segment: string }[] }>(
        'select pg_walfile_name(pg_switch_wal()) as segment',
      );
      const segment = rows[0]?.segment ?? '';
      const isArchived = async () => {
        const [row] = (await db('pg_stat_archiver').select('last_archived_wal')) as [
          { last_archived_wal: string | null },
        ];
        return (row.last_archived_wal ?? '') >= segment;
      };
      await until(isArchived, { describe: `${segment} is archived` });
      await db.destroy();
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    /** Starts another server with the state at a time. Resolves when it accepts writes. */
    restoreTo: (time: string) =>
      startOnBackup('recovery.signal', {
        recovery_target_time: time,
        recovery_target_action: 'promote',
        // It answers once it is no standby any more.
        hot_standby: 'off',
      }),
    /** Starts a server that stays in recovery and accepts reads. */
    startStandby: () => startOnBackup('standby.signal', { archive_mode: 'on' }),
  };
}

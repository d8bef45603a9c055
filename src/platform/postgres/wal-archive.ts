import { run, type Db } from './connect';
import { sql } from './sql';

/** The state of the server's archiver, as any role may read it. */
export interface WalArchive {
  /**
   * When the last segment was archived. The time of the reading while no finished segment waits and
   * `archive_timeout` bounds the current one: Postgres archives nothing where nothing was written.
   * Without a segment since the statistics were reset, as after a crash, the time of the reset.
   */
  readonly archivedAt: Date;
  /** The last attempt failed. */
  readonly isFailing: boolean;
}

/** Null when `archive_mode` is off, and in recovery, where the server writes no WAL of its own. */
export async function findWalArchive(db: Db): Promise<WalArchive | null> {
  // Segment names begin with the timeline, of eight digits; the number of the segment follows.
  const [archive] = await run<WalArchive>(
    db,
    'find-wal-archive',
    sql`select
       case when substr(last_archived_wal, 9, 16) collate "C" >= substr(pg_walfile_name(
              pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))), 9)
            and (select setting::int > 0 from pg_settings where name = 'archive_timeout')
         then now()
         else coalesce(last_archived_time, greatest(stats_reset, pg_postmaster_start_time()))
       end as archived_at,
       last_failed_time is not null
         and coalesce(last_failed_time > last_archived_time, true) as is_failing
     from pg_stat_archiver
     where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`,
  );
  return archive ?? null;
}

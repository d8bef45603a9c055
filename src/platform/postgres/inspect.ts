import { run, type Db } from './connect';
import { sealedColumns, type SealedColumn } from './sealed';
import { raw, sql } from './sql';

/** `aheadMs`: the clock of Postgres compared with this machine's. */
export async function measureSkew(db: Db): Promise<{ aheadMs: number; errorMs: number }> {
  const beganMs = Date.now();
  const [row] = await run<{ atMs: number }>(
    db,
    'read-clock',
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at_ms`,
  );
  const endedMs = Date.now();
  return {
    aheadMs: Math.round((row?.atMs ?? Number.NaN) - (beganMs + endedMs) / 2),
    errorMs: Math.ceil((endedMs - beganMs) / 2),
  };
}

/** The tighter one of the limits of the server and of the database. */
export interface Connections {
  /** The number that a role without privileges may open. */
  readonly max: number;
  /** By all clients. */
  readonly used: number;
}

export async function countConnections(db: Db): Promise<Connections> {
  const [row] = await run<Connections>(
    db,
    'count-connections',
    sql`select max, used from (
       select current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int as max,
              (select sum(numbackends) from pg_stat_database)::bigint as used
       union all
       select datconnlimit, numbackends from pg_database join pg_stat_database using (datname)
       where datname = current_database() and datconnlimit >= 0
     ) as limits order by max - used limit 1`,
  );
  if (row === undefined) throw new Error('a server without a limit');
  return row;
}

export interface SealedSample extends SealedColumn {
  readonly sealed: string | Buffer;
}

/** The oldest and the newest row of each sealed column, by id. */
export async function sampleSealed(db: Db): Promise<readonly SealedSample[]> {
  const samples: SealedSample[] = [];
  for (const each of sealedColumns) {
    const ordered = (direction: string) =>
      sql`(select ${raw(each.column)} as sealed from ${raw(each.table)}
        order by ${raw(each.id)} ${raw(direction)} limit 1)`;
    const rows = await run<{ sealed: string | Buffer | null }>(
      db,
      null,
      sql`${ordered('asc')} union all ${ordered('desc')}`,
    );
    for (const { sealed } of rows) if (sealed !== null) samples.push({ ...each, sealed });
  }
  return samples;
}

/** The time up to which housekeeping has counted orders, normally two or three hours ago. */
export async function findCountedUntil(db: Db): Promise<number> {
  const [row] = await run<{ atMs: number }>(
    db,
    'find-counted-until',
    sql`select (extract(epoch from rolled_up_until) * 1000)::float8 as at_ms from order_rollup`,
  );
  return row?.atMs ?? Number.NEGATIVE_INFINITY;
}

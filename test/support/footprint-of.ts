import type { Db } from '../../src/platform/postgres/connect';

/** Rows of a table that were written. `hot` are the updates that wrote no index entry. */
export interface WrittenRows {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly hot: number;
  readonly deleted: number;
}

/** What was written to the database, from the records of the write-ahead log. */
export interface Footprint {
  readonly rows: readonly WrittenRows[];
  /** New entries by index. */
  readonly entries: readonly {
    readonly table: string;
    readonly index: string;
    readonly entries: number;
  }[];
  readonly commits: number;
  /** The records of the log, in bytes without page images, by table including its indexes. */
  readonly wal: readonly {
    readonly table: string;
    readonly records: number;
    readonly bytes: number;
  }[];
  /** Images of pages, which Postgres logs at their first change after a checkpoint. */
  readonly imageBytes: number;
}

/** The end of the log. Requires a superuser, as `footprintSince` does. */
export async function walPosition(db: Db): Promise<string> {
  await db.raw('create extension if not exists pg_walinspect');
  return (await one<{ position: string }>(db, 'select pg_current_wal_insert_lsn() as position'))
    .position;
}

/** What all connections wrote to this database since a position of the log. */
export async function footprintSince(db: Db, from: string): Promise<Footprint> {
  // Flushes the log, because only flushed records can be read. Tests commit asynchronously.
  await db.transaction(async (trx) => {
    await trx.raw('set local synchronous_commit = on');
    await trx.raw(`select pg_logical_emit_message(true, 'footprint', '')`);
  });
  return db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(
      `create temporary table written on commit drop as
       with relations as materialized (
         select pg_class.relfilenode, pg_class.relname as name, pg_class.relkind as kind,
                coalesce(owner.relname, pg_class.relname) as "table"
         from pg_class
         left join pg_index on pg_index.indexrelid = pg_class.oid
         left join pg_class as toasted
           on toasted.reltoastrelid = coalesce(pg_index.indrelid, pg_class.oid)
         left join pg_class as owner on owner.oid = coalesce(toasted.oid, pg_index.indrelid)
         where pg_class.relfilenode <> 0
       )
       select start_lsn, block_id, xid, resource_manager as manager, record_type as type,
              record_length as length, block_fpi_length as image, description,
              coalesce(name, 'other') as name, kind, coalesce("table", 'other') as "table"
       from pg_get_wal_block_info(:from::pg_lsn, pg_current_wal_flush_lsn(), false) as block
       join pg_database on pg_database.oid = reldatabase and datname = current_database()
       left join relations on relations.relfilenode = block.relfilenode`,
      { from },
    );
    const { rows } = await trx.raw<{ rows: WrittenRows[] }>(
      `select "table",
              count(*) filter (where type like 'INSERT%')::integer as inserted,
              count(*) filter (where type like '%UPDATE%')::integer as updated,
              count(*) filter (where type like 'HOT\\_UPDATE%')::integer as hot,
              count(*) filter (where type like 'DELETE%')::integer as deleted
       from written
       where block_id = 0 and kind = 'r' and manager in ('Heap', 'Heap2')
         and type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)' and name !~ '^pg_'
       group by 1 order by 1`,
    );
    const { rows: entries } = await trx.raw<{ rows: Mutable<Footprint['entries']> }>(
      `select "table", name as index, count(*)::integer as entries from written
       where block_id = 0 and kind = 'i' and name !~ '^pg_' and
         (manager = 'Btree' and (type in ('INSERT_LEAF', 'INSERT_POST')
            or type in ('SPLIT_L', 'SPLIT_R') and description like 'level: 0%')
          or manager = 'Gin' and type = 'UPDATE_META_PAGE')
       group by 1, 2 order by 1, 2`,
    );
    const { rows: wal } = await trx.raw<{ rows: Mutable<Footprint['wal']> }>(
      `select "table", count(distinct start_lsn)::integer as records,
              sum(case when block_id = 0 then length else 0 end - image)::integer as bytes
       from written group by 1 order by 1`,
    );
    const { images } = await one<{ images: number }>(
      trx,
      'select coalesce(sum(image), 0)::integer as images from written',
    );
    const ends = await one<{ commits: number; bytes: number }>(
      trx,
      `select count(*)::integer as commits, coalesce(sum(record_length), 0)::integer as bytes
       from pg_get_wal_records_info(:from::pg_lsn, pg_current_wal_flush_lsn())
       where resource_manager = 'Transaction' and record_type = 'COMMIT'
         and xid in (select xid from written)`,
      { from },
    );
    return {
      rows,
      entries,
      commits: ends.commits,
      wal: [...wal, { table: 'commits', records: ends.commits, bytes: ends.bytes }],
      imageBytes: images,
    };
  });
}

type Mutable<List extends readonly unknown[]> = List[number][];

async function one<Row>(db: Db, query: string, values: Record<string, string> = {}): Promise<Row> {
  const { rows } = await db.raw<{ rows: Row[] }>(query, values);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${query}`);
  return row;
}

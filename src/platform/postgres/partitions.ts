import { run, type Db } from './connect';
import { joined, raw, sql } from './sql';

/** Partitioned by ranges of its `id`, which sorts by time. */
export interface PartitionedTable {
  readonly name: string;
  readonly idPrefix: string;
  readonly stepDays: number;
  /** A partition is dropped when its last row is older. */
  readonly keptDays: number;
}

/** Every partitioned table with its default retention. `migrate` writes `partition_rules`. */
export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'provider_exchanges', idPrefix: 'pex_', stepDays: 1, keptDays: 30 },
  { name: 'api_requests', idPrefix: 'req_', stepDays: 1, keptDays: 7 },
];

/** Bounds one call. The first rotation of a table creates 8 partitions. */
const STEPS_MAX = 50;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Rotation {
  /** Partitions created and dropped, and rows deleted. */
  readonly steps: readonly string[];
  /** Tables whose lock was not granted in time. The next rotation retries. */
  readonly locked: readonly string[];
}

/**
 * Creates the partitions that are due within 7 days and removes expired ones. One transaction each.
 * Idempotent; concurrent calls do not block each other.
 */
export async function rotatePartitions(db: Db): Promise<Rotation> {
  const steps: string[] = [];
  const locked: string[] = [];
  for (const { name } of partitionedTables) {
    try {
      for (let count = 0; count < STEPS_MAX; count++) {
        const [row] = await run<{ step: string | null }>(
          db,
          'rotate-partitions',
          sql`select rotate_partitions(${name}) as step`,
        );
        if (row === undefined || row.step === null) break;
        steps.push(row.step);
      }
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      locked.push(name);
    }
  }
  return { steps, locked };
}

/** By table. */
export type KeptDays = Readonly<Record<string, number>>;

/** As the owner. Does nothing before the migrations that need it. */
export async function preparePartitions(owner: Db, keptDays: KeptDays = {}): Promise<void> {
  const rules = partitionedTables.map((table) => ({
    ...table,
    keptDays: keptDays[table.name] ?? table.keptDays,
  }));
  const [found] = await run<{ count: number }>(
    owner,
    null,
    sql`select count(*) from pg_class where relkind = 'p'
        and relname in (${joined(
          partitionedTables.map(({ name }) => sql`${name}`),
          ', ',
        )})`,
  );
  if (found?.count !== partitionedTables.length) return;
  await run(
    owner,
    null,
    sql`insert into partition_rules (table_name, id_prefix, step_days, kept_days)
        select name, "idPrefix", "stepDays", "keptDays"
        from json_to_recordset(${JSON.stringify(rules)}::json) as given (
          name text, "idPrefix" text, "stepDays" integer, "keptDays" integer)
        on conflict (table_name) do update set id_prefix = excluded.id_prefix,
          step_days = excluded.step_days, kept_days = excluded.kept_days
        where (partition_rules.*) is distinct from (excluded.*)`,
  );
  await rotatePartitions(owner);
}

export interface PartitionState {
  readonly table: string;
  /** The end of the last partition; null without one. */
  readonly endsAt: Date | null;
  /** Rows in the default partition. The count stops at 10,000. */
  readonly strayRows: number;
}

const STRAYS_MAX = 10_000;

/** `strayRows` are in no partition of their own. */
export async function measurePartitions(db: Db): Promise<readonly PartitionState[]> {
  const each = partitionedTables.map(
    ({ name }) => sql`
      select ${name} as table,
        (select max(until_at) from partitions where table_name = ${name}) as ends_at,
        (select count(*) from (
           select from ${raw(name)}_default limit ${raw(STRAYS_MAX)}) as strays) as stray_rows`,
  );
  return run<PartitionState>(db, 'measure-partitions', joined(each, ' union all '));
}

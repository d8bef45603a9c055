import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

/** `audit`: the ledger's invariants. `reconciliation`: the ledger against a provider statement. */
export type CheckKind = 'audit' | 'reconciliation';

export interface CheckRun {
  readonly kind: CheckKind;
  readonly at: Date;
  readonly differences: number;
  /** By kind of difference. */
  readonly detail: Readonly<Record<string, number | string>>;
}

export async function insertCheckRun(db: Db, check: Omit<CheckRun, 'at'>): Promise<void> {
  const { kind, differences, detail } = check;
  await run(
    db,
    'insert-check-run',
    sql`insert into check_runs (kind, differences, detail)
     values (${kind}, ${differences}, ${JSON.stringify(detail)})`,
  );
}

export async function findLastChecks(db: Db): Promise<ReadonlyMap<CheckKind, CheckRun>> {
  const rows = await run<CheckRun>(
    db,
    'find-last-checks',
    sql`select distinct on (kind) kind, at, differences, detail from check_runs
     order by kind, at desc`,
  );
  return new Map(rows.map((row) => [row.kind, row]));
}

/**
 * The first movement of a live installation: from then on reconciliations are due. Null before it,
 * and in a sandbox, whose bank writes no statement.
 */
export async function findFirstLiveMovement(db: Db): Promise<Date | null> {
  const [row] = await run<{ at: Date }>(
    db,
    'find-first-live-movement',
    sql`select created_at as at from movements
     where (select mode from deployment) = 'live' order by id limit 1`,
  );
  return row?.at ?? null;
}

import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';

/** The books against themselves, and against the provider's statement. */
export type CheckKind = 'audit' | 'reconciliation';

/** What a check has found, when somebody last ran it. */
export interface CheckRun {
  readonly kind: CheckKind;
  readonly at: Date;
  /** 0: all was as it should be. */
  readonly differences: number;
  /** What differed, and how often. */
  readonly detail: Readonly<Record<string, number | string>>;
}

export async function insertCheckRun(db: Db, check: Omit<CheckRun, 'at'>): Promise<void> {
  const { kind, differences, detail } = check;
  await db('check_runs').insert({ kind, differences, detail: JSON.stringify(detail) });
}

/** The last of each kind. */
export async function findLastChecks(db: Db): Promise<ReadonlyMap<CheckKind, CheckRun>> {
  const rows = await run<CheckRun>(
    db,
    'find-last-checks',
    sql`select distinct on (kind) kind, at, differences, detail from check_runs
     order by kind, at desc`,
  );
  return new Map(rows.map((row) => [row.kind, row]));
}

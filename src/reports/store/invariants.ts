import { readExactly, run, type Db } from '../../platform/postgres/connect';
import { raw } from '../../platform/postgres/sql';
import { balances } from './invariants/balances';
import { derived } from './invariants/derived';
import { events } from './invariants/events';
import { exceptions } from './invariants/exceptions';
import { fees } from './invariants/fees';
import { links } from './invariants/links';
import { movements } from './invariants/movements';
import { orders } from './invariants/orders';
import { transfers } from './invariants/transfers';
import { transitions } from './invariants/transitions';

/**
 * Each query returns the rows that violate the invariant. Tests, the audit and long runs use this
 * list. A query reads each table once and uses hash joins, with no function call per row; sums are
 * `numeric` or `bigint`, so that no stored value makes it fail.
 */
const invariants: Readonly<Record<string, string>> = {
  ...transfers,
  ...balances,
  ...orders,
  ...fees,
  ...movements,
  ...exceptions,
  ...transitions,
  ...events,
  ...links,
  ...derived,
};

export const invariantNames: readonly string[] = Object.keys(invariants);

export interface Violation {
  readonly invariant: string;
  /** At most ten. */
  readonly rows: readonly unknown[];
}

/**
 * All queries see one snapshot. Reads whole tables: on a large database use a connection without a
 * statement timeout.
 */
export async function findViolations(db: Db): Promise<readonly Violation[]> {
  return db.transaction(
    async (trx) => {
      const found: Violation[] = [];
      for (const [invariant, query] of Object.entries(invariants)) {
        const rows = await run(trx, null, raw(tenOf(query)), readExactly);
        if (rows.length > 0) found.push({ invariant, rows });
      }
      return found;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/**
 * Planned for all rows: with a limit Postgres may choose a plan that finds the first rows fast and
 * takes hours when there are none.
 */
const tenOf = (query: string): string =>
  `with broken as materialized (${query}) select * from broken limit 10`;

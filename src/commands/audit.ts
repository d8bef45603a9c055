import { findViolations, invariantNames } from '../db/invariants';
import { printRows } from './command';
import type { Command } from './command';
import { withDatabase } from './wiring';

export const audit: Command = {
  summary: 'recompute every balance from the ledger and every state from its history',
  usage: '',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const violations = await withDatabase(config, findViolations);
    const found = new Map(violations.map(({ invariant, rows }) => [invariant, rows]));
    if (json) {
      const checked = invariantNames.map((invariant) => ({
        invariant,
        differences: found.get(invariant) ?? [],
      }));
      print(JSON.stringify({ ok: violations.length === 0, checked }, null, 2));
      return violations.length === 0 ? 0 : 1;
    }
    printRows(
      invocation,
      invariantNames.map((invariant) => ({
        differences: count(found.get(invariant)?.length ?? 0),
        invariant,
      })),
    );
    for (const { invariant, rows } of violations) {
      print(`\n${invariant}:`);
      for (const row of rows) print(`  ${JSON.stringify(row)}`);
    }
    return violations.length === 0 ? 0 : 1;
  },
};

/** Only so many are looked for: where there are ten, there may be more. */
const count = (rows: number): string => (rows < 10 ? String(rows) : '10 or more');

import { keepCheck } from '../application/keep-check';
import { findAuditFaults } from '../db/audit-log';
import type { Db } from '../db/connect';
import { findViolations, invariantNames } from '../db/invariants';
import type { EncryptionKey } from '../config';
import { createVault } from '../lib/vault';
import { printRows } from './command';
import type { Command } from './command';
import { commandActor, ownKeys, withPatientDatabase } from './wiring';

export const audit: Command = {
  summary: 'recompute every balance and state, and prove the audit log',
  usage: '',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const keys = ownKeys(config);
    const violations = await withPatientDatabase(config, async (db) => {
      const all = [...(await findViolations(db)), ...(await auditLogViolations(keys, db))];
      await keepRun(keys, db, all);
      return all;
    });
    const found = new Map(violations.map(({ invariant, rows }) => [invariant, rows]));
    const names = keys.length === 0 ? invariantNames : [...invariantNames, AUDIT_LOG];
    if (json) {
      const checked = names.map((invariant) => ({
        invariant,
        differences: found.get(invariant) ?? [],
      }));
      print(JSON.stringify({ ok: violations.length === 0, checked }, null, 2));
      return violations.length === 0 ? 0 : 1;
    }
    printRows(
      invocation,
      names.map((invariant) => ({
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

/** For the console, which shows how the last one went. */
const keepRun = (
  keys: readonly EncryptionKey[],
  db: Db,
  found: readonly { invariant: string; rows: readonly unknown[] }[],
) =>
  keepCheck({ db, vault: keys.length === 0 ? null : createVault(keys) }, commandActor(), {
    kind: 'audit',
    differences: found.reduce((sum, { rows }) => sum + rows.length, 0),
    detail: Object.fromEntries(found.map(({ invariant, rows }) => [invariant, rows.length])),
  });

const AUDIT_LOG = 'the audit log is as it was written, to its last line';

/** Only who has the keys that made its codes can prove the log; else it is not looked at. */
async function auditLogViolations(keys: readonly EncryptionKey[], db: Db) {
  const rows = keys.length === 0 ? [] : await findAuditFaults(db, createVault(keys));
  return rows.length === 0 ? [] : [{ invariant: AUDIT_LOG, rows }];
}

/** Only so many are looked for: where there are ten, there may be more. */
const count = (rows: number): string => (rows < 10 ? String(rows) : '10 or more');

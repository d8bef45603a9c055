import { readFile } from 'node:fs/promises';
import { readAnchors } from '../application/accounts/audit-anchor';
import { keepCheck } from '../application/reports/keep-check';
import { findAuditFaults, findMerchantsWithoutLog } from '../db/accounts/audit-log';
import type { Db } from '../db/postgres/connect';
import { findViolations, invariantNames } from '../db/ledger/invariants';
import type { EncryptionKey } from '../config';
import { createVault } from '../lib/vault';
import { UsageError, printRows } from './command';
import type { Command } from './command';
import { commandAudit, ownKeys, withPatientDatabase } from './wiring';

export const audit: Command = {
  summary: 'recompute every balance and state, and prove the audit log',
  usage: '',
  options: {
    anchor: { type: 'string', value: 'file', help: 'compare with heads that were exported' },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const keys = ownKeys(config);
    const anchored = await anchorsIn(keys, invocation.options['anchor']);
    const violations = await withPatientDatabase(config, async (db) => {
      const all = [
        ...(await findViolations(db)),
        ...(await auditLogViolations(keys, db, anchored)),
      ];
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

type Anchors = ReturnType<typeof readAnchors>;

/** Throws UsageError. */
async function anchorsIn(
  keys: readonly EncryptionKey[],
  file: string | boolean | undefined,
): Promise<Anchors | null> {
  if (typeof file !== 'string') return null;
  if (keys.length === 0) throw new UsageError('--anchor needs ENCRYPTION_KEYS.');
  try {
    return readAnchors(createVault(keys), await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

/**
 * For the console, which shows how the last one went. Nothing is added to an audit log that is not
 * as it was written.
 */
const keepRun = (
  keys: readonly EncryptionKey[],
  db: Db,
  found: readonly { invariant: string; rows: readonly unknown[] }[],
) =>
  keepCheck({ db, vault: vaultFor(keys, found) }, commandAudit(), {
    kind: 'audit',
    differences: found.reduce((sum, { rows }) => sum + rows.length, 0),
    detail: Object.fromEntries(found.map(({ invariant, rows }) => [invariant, rows.length])),
  });

const vaultFor = (keys: readonly EncryptionKey[], found: readonly { invariant: string }[]) =>
  keys.length === 0 || found.some(({ invariant }) => invariant === AUDIT_LOG)
    ? null
    : createVault(keys);

const AUDIT_LOG = 'the audit log is as it was written, to its last line';

/** Only who has the keys that made its codes can prove the log; else it is not looked at. */
async function auditLogViolations(
  keys: readonly EncryptionKey[],
  db: Db,
  anchored: Anchors | null,
) {
  const rows: readonly object[] =
    keys.length === 0
      ? []
      : [
          ...(anchored?.unproven ?? []).map((line) => ({ anchor: line, fault: 'not proven' })),
          ...(await findMerchantsWithoutLog(db)).map((each) => ({ ...each, fault: 'no log' })),
          ...(await findAuditFaults(db, createVault(keys), anchored?.heads)),
        ];
  return rows.length === 0 ? [] : [{ invariant: AUDIT_LOG, rows }];
}

/** Only so many are looked for: where there are ten, there may be more. */
const count = (rows: number): string => (rows < 10 ? String(rows) : '10 or more');

import { readFile } from 'node:fs/promises';
import { readAnchors } from '../application/accounts/audit-anchor';
import { storeCheck } from '../application/reports/store-check';
import { findAuditFaults, findMerchantsWithoutLog } from '../db/accounts/audit-log';
import type { Db } from '../db/postgres/connect';
import { findViolations, invariantNames } from '../db/ledger/invariants';
import { openVault } from '../application/envelope-keys';
import type { Vault } from '../lib/vault';
import { UsageError, printRows } from './command';
import type { Command } from './command';
import { commandAudit, findMaster, withPatientDatabase } from './wiring';

export const audit: Command = {
  summary: 'check the invariants and verify the audit logs; exits 1 on a difference',
  usage: '',
  options: {
    anchor: { type: 'string', value: 'file', help: 'compare with exported audit log heads' },
  },
  async run(invocation) {
    const { config, json, print } = invocation;
    const master = findMaster(config);
    const violations = await withPatientDatabase(config, async (db) => {
      const vault = master === null ? null : (await openVault(db, master)).vault;
      const anchored = await anchorsIn(vault, invocation.options['anchor']);
      const all = [
        ...(await findViolations(db)),
        ...(await auditLogViolations(vault, db, anchored)),
      ];
      await storeRun(vault, db, all);
      return all;
    });
    const found = new Map(violations.map(({ invariant, rows }) => [invariant, rows]));
    const names = master === null ? invariantNames : [...invariantNames, AUDIT_LOG];
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
  vault: Vault | null,
  file: string | boolean | undefined,
): Promise<Anchors | null> {
  if (typeof file !== 'string') return null;
  if (vault === null) throw new UsageError('--anchor requires ENCRYPTION_KEYS.');
  try {
    return readAnchors(vault, await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

/** Stores the result for the console. Appends no audit event to a log that failed verification. */
const storeRun = (
  vault: Vault | null,
  db: Db,
  found: readonly { invariant: string; rows: readonly unknown[] }[],
) =>
  storeCheck({ db, vault: vaultFor(vault, found) }, commandAudit(), {
    kind: 'audit',
    differences: found.reduce((sum, { rows }) => sum + rows.length, 0),
    detail: Object.fromEntries(found.map(({ invariant, rows }) => [invariant, rows.length])),
  });

const vaultFor = (vault: Vault | null, found: readonly { invariant: string }[]) =>
  found.some(({ invariant }) => invariant === AUDIT_LOG) ? null : vault;

const AUDIT_LOG = 'audit logs are complete and unaltered';

/** Verification requires the vault. Without it the audit logs are not checked. */
async function auditLogViolations(vault: Vault | null, db: Db, anchored: Anchors | null) {
  const rows: readonly object[] =
    vault === null
      ? []
      : [
          ...(anchored?.unproven ?? []).map((line) => ({ anchor: line, fault: 'not verifiable' })),
          ...(await findMerchantsWithoutLog(db)).map((each) => ({ ...each, fault: 'no log' })),
          ...(await findAuditFaults(db, vault, anchored?.heads)),
        ];
  return rows.length === 0 ? [] : [{ invariant: AUDIT_LOG, rows }];
}

/** Each check returns at most ten rows. */
const count = (rows: number): string => (rows < 10 ? String(rows) : '10 or more');

import { readFile } from 'node:fs/promises';
import { readAnchors } from '../kernel/audit/audit-anchor';
import { AUDIT_LOG, auditLedger } from '../reports/audit-ledger';
import { invariantNames } from '../reports/store/invariants';
import { openVault } from '../personal-data/envelope-keys';
import type { Vault } from '../platform/crypto/vault';
import { UsageError, printRows, type Command } from './command';
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
      return auditLedger({ db, vault }, commandAudit(), anchored);
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
async function anchorsIn(vault: Vault | null, file: unknown): Promise<Anchors | null> {
  if (typeof file !== 'string') return null;
  if (vault === null) throw new UsageError('--anchor requires ENCRYPTION_KEYS.');
  try {
    return readAnchors(vault, await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
}

/** Each check returns at most ten rows. */
const count = (rows: number): string => (rows < 10 ? String(rows) : '10 or more');

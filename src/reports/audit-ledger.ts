import {
  findAuditFaults,
  findLogsBegunAnew,
  findMerchantsWithoutLog,
} from '../kernel/audit/store/audit-log';
import { findSealFaults } from '../ledger/store/seals';
import { findViolations } from './store/invariants';
import type { Db } from '../platform/postgres/connect';
import type { Vault } from '../platform/crypto/vault';
import type { readAnchors } from '../kernel/audit/audit-anchor';
import type { AuditContext } from '../kernel/audit/record-audit-event';
import { storeCheck } from './store-check';

type Anchors = ReturnType<typeof readAnchors>;

interface AuditViolation {
  readonly invariant: string;
  readonly rows: readonly unknown[];
}

/** Named like the ledger's invariants, beside which it is reported. */
export const AUDIT_LOG = 'audit logs are complete and unaltered';

/**
 * Checks every invariant and the audit logs, and stores the result for the console. Without a vault
 * the audit logs are not checked. Returns the violations, each with up to ten rows.
 */
export async function auditLedger(
  { db, vault }: { readonly db: Db; readonly vault: Vault | null },
  audit: AuditContext,
  anchored: Anchors | null = null,
): Promise<readonly AuditViolation[]> {
  const found = [...(await findViolations(db)), ...(await auditLogViolations(vault, db, anchored))];
  // Appends no audit event to a log that failed verification.
  const isLogBroken = found.some(({ invariant }) => invariant === AUDIT_LOG);
  await storeCheck({ db, vault: isLogBroken ? null : vault }, audit, {
    kind: 'audit',
    differences: found.reduce((sum, { rows }) => sum + rows.length, 0),
    detail: Object.fromEntries(found.map(({ invariant, rows }) => [invariant, rows.length])),
  });
  return found;
}

async function auditLogViolations(
  vault: Vault | null,
  db: Db,
  anchored: Anchors | null,
): Promise<readonly AuditViolation[]> {
  const rows: readonly object[] =
    vault === null
      ? []
      : [
          ...(anchored?.unproven ?? []).map((line) => ({ anchor: line, fault: 'not verifiable' })),
          ...(await findMerchantsWithoutLog(db)).map((each) => ({ ...each, fault: 'no log' })),
          ...(await findLogsBegunAnew(db)).map((each) => ({ ...each, fault: 'begun anew' })),
          ...(await findAuditFaults(db, vault, anchored?.heads)),
          ...(await findSealFaults(db)),
        ];
  return rows.length === 0 ? [] : [{ invariant: AUDIT_LOG, rows }];
}

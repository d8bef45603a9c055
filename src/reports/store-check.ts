import { insertCheckRun, type CheckRun } from './store/check-runs';
import type { Db } from '../platform/postgres/connect';
import type { Vault } from '../platform/crypto/vault';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';

/**
 * For the console, with an audit event, which is omitted without a vault key, because it cannot be
 * signed.
 */
export async function storeCheck(
  { db, vault }: { readonly db: Db; readonly vault: Vault | null },
  audit: AuditContext,
  check: Omit<CheckRun, 'at'>,
): Promise<void> {
  await db.transaction(async (trx) => {
    await insertCheckRun(trx, check);
    if (vault === null) return;
    await recordAuditEvent({ vault }, trx, audit, 'check.run', {
      subject: check.kind,
      detail: { differences: check.differences },
    });
  });
}

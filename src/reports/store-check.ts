import { insertCheckRun, type CheckRun } from '../../db/ledger/check-runs';
import type { Db } from '../../db/postgres/connect';
import type { Vault } from '../../lib/vault';
import { recordAuditEvent, type AuditContext } from '../accounts/record-audit-event';

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

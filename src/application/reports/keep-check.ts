import { insertCheckRun } from '../../db/ledger/check-runs';
import type { CheckRun } from '../../db/ledger/check-runs';
import type { Db } from '../../db/postgres/connect';
import type { Actor } from '../../domain/audit-event';
import type { Vault } from '../../lib/vault';
import { recordOperatorAuditEvent } from '../accounts/record-operator-audit-event';

/**
 * Keeps the result of a check for the console, and records who ran it. Without a vault there is no
 * key to record it with: a check of the books works all the same.
 */
export async function keepCheck(
  { db, vault }: { readonly db: Db; readonly vault: Vault | null },
  actor: Actor,
  check: Omit<CheckRun, 'at'>,
): Promise<void> {
  await db.transaction(async (trx) => {
    await insertCheckRun(trx, check);
    if (vault === null) return;
    await recordOperatorAuditEvent({ vault }, trx, actor, 'check.run', {
      subject: check.kind,
      detail: { differences: check.differences },
    });
  });
}

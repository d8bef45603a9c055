import { openUnknownOutcome } from './store/exceptions';
import { findLastPayoutHold, holdAllPayouts } from '../ledger/store/balances';
import { noteRestore } from '../orders/withdrawal/store/restored-requests';
import { newId } from '../platform/new-id';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';

export interface RecordedRestore {
  /** Open requests that are inquired about before they are submitted. */
  readonly requests: number;
  /** Open manual refunds: each has an exception, because it may have been paid. */
  readonly manualRefunds: number;
  /** When the last hold of new payouts ends, which can be an earlier hold; null without one. */
  readonly heldUntil: Date | null;
}

/**
 * For a database restored to the time `to` (decision 40): open requests are inquired about first,
 * open manual refunds become exceptions, and new payouts are refused until `holdUntil`, if one is
 * given. Can run again; an earlier hold that ends later stays.
 */
export async function recordRestore(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { to, holdUntil }: { readonly to: Date; readonly holdUntil: Date | null },
): Promise<RecordedRestore> {
  return db.transaction(async (trx) => {
    const { marked, manual } = await noteRestore(trx);
    for (const orderId of manual) await openUnknownOutcome(trx, newId('exc_'), orderId);
    if (holdUntil !== null) await holdAllPayouts(trx, holdUntil);
    const heldUntil = await findLastPayoutHold(trx);
    const counts = { requests: marked, manualRefunds: manual.length };
    await recordAuditEvent({ vault }, trx, audit, 'database.restored', {
      subject: to.toISOString(),
      detail: { ...counts, heldUntil: heldUntil?.toISOString() ?? null },
    });
    return { ...counts, heldUntil };
  });
}

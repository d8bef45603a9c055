import { lockPayoutApprovalOfKey } from '../../db/approvals/approvals';
import { refuseApproval, type RefusedApproval } from '../../db/approvals/refuse-approval';
import type { Db } from '../../db/postgres/connect';
import { countMoves } from '../../lib/metrics';
import { OPERATORS, recordAuditEvent, type AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';

/** A command has no relay and no metrics: another process dispatches the messages. */
type Withdrawing = Pick<Deps, 'db' | 'vault'> & Partial<Pick<Deps, 'metrics' | 'outbox'>>;

/**
 * Called for a revoked key: its pending payouts fail and their holds are released, each in a
 * transaction of its own. Returns their number.
 */
export async function withdrawKeyPayouts(
  deps: Withdrawing,
  audit: AuditContext,
  keyId: string,
): Promise<number> {
  for (let count = 0; ; count++) {
    const refused = await deps.db.transaction((trx) => withdrawOne(deps, trx, audit, keyId));
    if (refused === null) return count;
    const { failed, messages } = refused;
    if (failed !== null && deps.metrics) countMoves(deps.metrics, failed, failed.transitions);
    deps.outbox?.enqueue(messages);
  }
}

/** Null when no approval is left. */
async function withdrawOne(
  deps: Withdrawing,
  trx: Db,
  audit: AuditContext,
  keyId: string,
): Promise<RefusedApproval | null> {
  const approval = await lockPayoutApprovalOfKey(trx, keyId);
  if (approval === null) return null;
  const { id, act, subject: object, merchantId } = approval;
  const refused = await refuseApproval(trx, approval, 'withdrawn', audit.actor.id);
  const detail = { act, object, proposer: keyId };
  const isOperators = audit.scope === OPERATORS && merchantId !== null;
  await recordAuditEvent(deps, trx, audit, 'approval.withdrawn', {
    subject: id,
    detail,
    ...(isOperators && { merchant: { id: merchantId, detail } }),
  });
  return refused;
}

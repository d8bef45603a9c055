import { lockPayoutApprovalOfKey } from '../kernel/approvals/store/approvals';
import { refuseApproval } from './store/refuse-approval';
import { OPERATORS, recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { refuseNext, type Refusing } from './refuse-next';

/**
 * Called for a revoked key: its pending payouts fail and their holds are released, each in a
 * transaction of its own. Returns their number.
 */
export async function withdrawKeyPayouts(
  deps: Refusing,
  audit: AuditContext,
  keyId: string,
): Promise<number> {
  let count = 0;
  while (await withdrawNext(deps, audit, keyId)) count++;
  return count;
}

const withdrawNext = (deps: Refusing, audit: AuditContext, keyId: string): Promise<boolean> =>
  refuseNext(deps, async (trx) => {
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
  });

import { endApproval, lockOverdueApproval } from '../kernel/approvals/store/approvals';
import { refuseApproval } from './store/refuse-approval';
import { OPERATORS, recordAuditEvent } from '../kernel/audit/record-audit-event';
import { refuseNext, type Refusing } from './refuse-next';

const actor = { kind: 'command', id: 'housekeeping', address: null } as const;

/** Also ends the approval of an order that has ended. False when none is overdue. */
export const expireNextApproval = (deps: Refusing): Promise<boolean> =>
  refuseNext(deps, async (trx) => {
    const approval = await lockOverdueApproval(trx);
    if (approval === null) return null;
    const { id, act, realm, merchantId, subject: object, isOverdue } = approval;
    const scope = realm === 'merchant' && merchantId !== null ? merchantId : OPERATORS;
    const event = isOverdue ? 'approval.expired' : 'approval.failed';
    const detail = { act, object };
    await recordAuditEvent(deps, trx, { actor, scope }, event, { subject: id, detail });
    if (isOverdue) return refuseApproval(trx, approval, 'expired', null);
    await endApproval(trx, id, { status: 'failed', decidedBy: null, problem: 'state_conflict' });
    return { failed: null, messages: [] };
  });

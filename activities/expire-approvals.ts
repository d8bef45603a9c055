import { appendAuditEvent } from '../src/db/accounts/audit-log';
import {
  endApproval,
  lockOverdueApproval,
  type LockedApproval,
} from '../src/db/approvals/approvals';
import { refuseApproval, type RefusedApproval } from '../src/db/approvals/refuse-approval';
import type { Db } from '../src/db/postgres/connect';
import { countMoves } from '../src/lib/metrics';
import type { ActivityDeps } from './deps';

type Needs = Pick<ActivityDeps, 'db' | 'vault' | 'outbox' | 'metrics'>;

/**
 * Also ends the approvals of orders that have ended. One transaction per approval. Returns their
 * number.
 */
export async function expireApprovals(deps: Needs, limit: number): Promise<number> {
  for (let count = 0; count < limit; count++) {
    const refused = await deps.db.transaction((trx) => expireOne(deps, trx));
    if (refused === null) return count;
    const { failed, messages } = refused;
    if (failed !== null) countMoves(deps.metrics, failed, failed.transitions);
    deps.outbox.enqueue(messages);
  }
  return limit;
}

/** Null when none is overdue. */
async function expireOne({ vault }: Needs, trx: Db): Promise<RefusedApproval | null> {
  const approval = await lockOverdueApproval(trx);
  if (approval === null) return null;
  const { id, act, realm, merchantId, subject } = approval;
  const isExpired = approval.isOverdue;
  const refused = isExpired
    ? await refuseApproval(trx, approval, 'expired', null)
    : await endWithOrder(trx, approval);
  await appendAuditEvent(trx, vault, {
    scope: realm === 'merchant' && merchantId !== null ? merchantId : 'operators',
    actor: { kind: 'command', id: 'housekeeping', address: null },
    act: isExpired ? 'approval.expired' : 'approval.failed',
    subject: id,
    detail: { act, object: subject },
  });
  return refused;
}

async function endWithOrder(trx: Db, { id }: LockedApproval): Promise<RefusedApproval> {
  const problem = 'state_conflict';
  await endApproval(trx, id, { status: 'failed', decidedBy: null, problem });
  return { failed: null, messages: [] };
}

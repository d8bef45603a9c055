import type { ApprovalAct } from '../../kernel/approvals/rules/approval';
import type { Failure } from '../../orders/rules/kinds/definition';
import { revokeApiKey } from '../../merchants/store/api-keys';
import { failUnapproved, type AppliedOrder } from '../../orders/store/apply-transition';
import { enqueueWake, type OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Db } from '../../platform/postgres/connect';
import { endApproval, type LockedApproval } from '../../kernel/approvals/store/approvals';

/** The statuses of an approval whose act does not happen. */
export type Refusal = 'rejected' | 'expired' | 'withdrawn';

const failures: Readonly<Record<Refusal, Failure>> = {
  rejected: { code: 'approval_rejected', message: 'The approval was rejected.' },
  expired: { code: 'approval_expired', message: 'Nobody approved it in time.' },
  withdrawn: { code: 'approval_withdrawn', message: 'Its request was withdrawn.' },
};

export interface RefusedApproval {
  /** The payout that has failed; null when no order is concerned. */
  readonly failed: Pick<AppliedOrder, 'kind' | 'amountSatang' | 'transitions'> | null;
  readonly messages: readonly OutboxMessage[];
}

/** Ends the object that was created before its approval. The approval has ended already. */
type End = (trx: Db, approval: LockedApproval, why: Refusal) => Promise<RefusedApproval>;

/** A payout fails. Its workflow sends the webhooks and ends. */
const payout: End = async (trx, { id, subject }, why) => {
  const failed = await failUnapproved(trx, subject, id, failures[why]);
  return { failed, messages: await enqueueWake(trx, subject, id) };
};

const key: End = async (trx, { subject, merchantId }) => {
  await revokeApiKey(trx, subject, merchantId);
  return { failed: null, messages: [] };
};

/** Only acts whose object exists before the approval have an entry. */
const ends: Readonly<Partial<Record<ApprovalAct, End>>> = {
  withdrawal: payout,
  refund: payout,
  key,
};

/** `decidedBy` is null for the sweeper. */
export async function refuseApproval(
  trx: Db,
  approval: LockedApproval,
  status: Refusal,
  decidedBy: string | null,
): Promise<RefusedApproval> {
  await endApproval(trx, approval.id, { status, decidedBy });
  const end = ends[approval.act];
  return end === undefined ? { failed: null, messages: [] } : end(trx, approval, status);
}

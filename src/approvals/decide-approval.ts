import { approveApiKey, lockRevocation, revokeApiKey } from '../merchants/store/api-keys';
import { lockRole, lockRoles } from '../people/store/memberships';
import {
  endApproval,
  lockApproval,
  noteFirstApproval,
  type ApprovalEnd,
  type LockedApproval,
} from '../kernel/approvals/store/approvals';
import { refuseApproval } from './store/refuse-approval';
import { findPayoutHold } from '../ledger/store/balances';
import { approveRequest } from '../orders/store/provider-requests';
import { enqueueWake } from '../kernel/outbox/store/messages';
import type { Db } from '../platform/postgres/connect';
import {
  isAnonymous,
  isPayoutOfMember,
  type ApprovalStatus,
  type ApprovalWarning,
} from '../kernel/approvals/rules/approval';
import { orProblem, Problem } from '../kernel/rules/problem';
import { mayActAs, operatorTeam, type Realm, type Team } from '../kernel/rules/realm';
import { countMoves } from '../platform/observe/metrics';
import { OPERATORS, recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { inTransaction } from '../ledger/in-transaction';
import { CannotResolve } from '../exceptions/cannot-resolve';
import { acts, isAct } from '../acts';
import { roleOf, type Act } from '../kernel/acts/act';
import { isAdminNow } from '../people/acts/perform';
import { SEALED_AS } from '../kernel/approvals/request-approval';

/** Of an API key that may withdraw. */
const KEY_PROPOSER = 'owner';

const refusals = { reject: 'rejected', withdraw: 'withdrawn' } as const;

export type Decision = 'approve' | keyof typeof refusals;

/**
 * Decides a pending approval in one transaction with its act. Approving and rejecting need the role
 * approver and another person than the proposer; only the proposer withdraws. Where two people have
 * to approve, they are two different ones, so that one of them does not hold the key, and the first
 * leaves the approval pending. Nobody approves what an unknown person proposed. When the act is no
 * longer possible the approval ends as `failed`, and nothing else changes. Returns its status.
 * Throws Problem `approval_not_found`, `approval_ended`, `own_proposal` (also for the second
 * approval of one person), `not_permitted`, `state_conflict` when the person who approves it was
 * not warned of what it needs, or, while the merchant's payouts are held, `payout_limit_exceeded`:
 * then it stays pending.
 */
export async function decideApproval(
  deps: Deps,
  audit: AuditContext,
  team: Team,
  id: string,
  decision: Decision,
  /** The warnings that the person saw before deciding. */
  warned: readonly string[] = [],
): Promise<ApprovalStatus> {
  return inTransaction(deps, async (within) => {
    const approval = orProblem(await lockApproval(within.db, team, id), 'approval_not_found');
    if (approval.status !== 'pending' || approval.isOverdue) throw new Problem('approval_ended');
    const { firstBy } = await demandDecider(within.db, team, audit.actor.id, approval, decision);
    if (decision === 'approve') await demandWarned(within.db, team, approval, warned);
    if (decision === 'approve' && approval.needs === 2 && firstBy === null) {
      await noteFirst(within, audit, approval);
      return 'pending';
    }
    const end = await carryOut(within, approval, decision, audit.actor.id);
    await record(within, audit, approval, end);
    return end.status;
  });
}

/**
 * The proposer's and the decider's role stay locked until the decision. Returns the first of two
 * people who approved: nobody when they have left or lost the role since. Throws Problem
 * `not_permitted` or `own_proposal`.
 */
async function demandDecider(
  trx: Db,
  team: Team,
  personId: string,
  approval: LockedApproval,
  decision: Decision,
): Promise<{ readonly firstBy: string | null }> {
  const { realm } = team;
  // Approval of some acts needs the proposer's role too. One statement locks all in order.
  const people = [personId, approval.proposer.id, ...(approval.firstBy ? [approval.firstBy] : [])];
  const roles = await lockRoles<Realm>(trx, team, people);
  const mayDecide = (id: string): boolean => {
    const role = roles.get(id);
    return role !== undefined && mayActAs<Realm>({ realm, role }, 'approver');
  };
  if (!roles.has(personId)) throw new Problem('not_permitted');
  const { firstBy } = approval;
  const first = { firstBy: firstBy !== null && mayDecide(firstBy) ? firstBy : null };
  const isOwn = approval.personId === personId;
  if (decision === 'withdraw') {
    if (!isOwn) throw new Problem('not_permitted');
    return first;
  }
  if (!mayDecide(personId)) throw new Problem('not_permitted');
  if (isOwn && (decision === 'reject' || approval.needs === 1)) throw new Problem('own_proposal');
  if (decision === 'reject') return first;
  if (isAnonymous(approval) || first.firstBy === personId) throw new Problem('own_proposal');
  return first;
}

/**
 * Throws Problem `state_conflict` for a warning that the person did not see. Locks what the
 * warnings are about until the transaction ends.
 */
async function demandWarned(
  trx: Db,
  team: Team,
  approval: LockedApproval,
  warned: readonly string[],
): Promise<void> {
  for (const warning of await lockWarnings(trx, team, approval)) {
    if (!warned.includes(warning)) throw new Problem('state_conflict');
  }
}

async function lockWarnings(
  trx: Db,
  team: Team,
  approval: LockedApproval,
): Promise<readonly ApprovalWarning[]> {
  const { kind, id } = approval.proposer;
  if (kind === 'key') return (await lockRevocation(trx, id)) ? ['key_revoked'] : [];
  if (!isPayoutOfMember(approval)) return [];
  return (await lockRole(trx, team, id)) === null ? ['proposer_left'] : [];
}

/** The approval ends before its act, so that the act's events show its status. */
async function carryOut(
  within: Deps,
  approval: LockedApproval,
  decision: Decision,
  decidedBy: string,
): Promise<ApprovalEnd> {
  const { db, metrics, outbox } = within;
  if (decision !== 'approve') {
    const status = refusals[decision];
    const { failed, messages } = await refuseApproval(db, approval, status, decidedBy);
    if (failed !== null) countMoves(metrics, failed, failed.transitions);
    outbox.enqueue(messages);
    return { status, decidedBy };
  }
  await demandNoHold(db, approval);
  const end = { status: 'approved', decidedBy } as const;
  try {
    // A savepoint: a refused act leaves nothing but the end of its approval.
    await db.transaction(async (inner) => {
      await endApproval(inner, approval.id, end);
      await execute({ ...within, db: inner }, approval);
    });
    return end;
  } catch (error) {
    const isRefused = error instanceof Problem || error instanceof CannotResolve;
    if (!isRefused) throw error;
    const problem = error instanceof Problem ? error.code : 'state_conflict';
    const failed = { status: 'failed', decidedBy, problem } as const;
    await endApproval(db, approval.id, failed);
    if (approval.act === 'key') await revokeApiKey(db, approval.subject, approval.merchantId);
    return failed;
  }
}

/** Acts in the name of the proposer. Throws Problem or CannotResolve. */
async function execute(deps: Deps, approval: LockedApproval): Promise<void> {
  const { act, id, proposer, proposalSealed, realm, merchantId } = approval;
  await demandProposer(deps.db, approval);
  if (!isAct(act)) return approveWaiting(deps, approval);
  if (proposalSealed === null) throw new Error(`${id} has no proposal`);
  const scope = realm === 'merchant' && merchantId !== null ? merchantId : OPERATORS;
  const audit = { actor: { ...proposer, address: null }, scope };
  const proposal = JSON.parse(deps.vault.open(proposalSealed, SEALED_AS)) as never;
  const { run } = acts[act] as unknown as Act<never>;
  await run(deps, audit, proposal, await isAdminNow(deps.db, audit));
}

/**
 * For what exists before its approval takes effect: a withdrawal or a refund is submitted, a key
 * authenticates requests. Throws Problem `state_conflict` when it has ended.
 */
async function approveWaiting(
  { db, outbox }: Pick<Deps, 'db' | 'outbox'>,
  { id, act, subject }: LockedApproval,
): Promise<void> {
  if (act === 'key') {
    if (!(await approveApiKey(db, subject))) throw new Problem('state_conflict');
    return;
  }
  if (!(await approveRequest(db, subject))) throw new Problem('state_conflict');
  outbox.enqueue(await enqueueWake(db, subject, id));
}

/** Throws Problem `not_permitted` when the proposer has left or has another role by now. */
async function demandProposer(
  trx: Db,
  { act, proposer, realm, merchantId }: LockedApproval,
): Promise<void> {
  if (act === 'withdrawal' || act === 'refund' || proposer.kind === 'command') return;
  const team = realm === 'merchant' ? { realm, merchantId: merchantId ?? '' } : operatorTeam;
  const role = await lockRole<Realm>(trx, team, proposer.id);
  const needed = isAct(act) ? roleOf(acts[act], realm) : KEY_PROPOSER;
  if (role !== null && mayActAs<Realm>({ realm, role }, needed)) return;
  throw new Problem('not_permitted');
}

/** While payouts are held, no approval is given, also not the first of two. */
async function noteFirst(
  { db, vault }: Deps,
  audit: AuditContext,
  approval: LockedApproval,
): Promise<void> {
  await demandNoHold(db, approval);
  const { id, act, subject: object, personId, proposer } = approval;
  await noteFirstApproval(db, id, audit.actor.id);
  await recordAuditEvent({ vault }, db, audit, 'approval.first_given', {
    subject: id,
    detail: { act, object, proposer: personId ?? proposer.id },
  });
}

/** Throws Problem `payout_limit_exceeded`. */
async function demandNoHold(trx: Db, { realm, merchantId }: LockedApproval): Promise<void> {
  if (realm !== 'merchant' || merchantId === null) return;
  const heldUntil = await findPayoutHold(trx, merchantId);
  if (heldUntil === null) return;
  const message = `Payouts are on hold until ${heldUntil.toISOString()}.`;
  throw new Problem('payout_limit_exceeded', { message });
}

async function record(
  { db, vault }: Deps,
  audit: AuditContext,
  { id, act, subject, personId, proposer }: LockedApproval,
  { status, problem }: ApprovalEnd,
): Promise<void> {
  await recordAuditEvent({ vault }, db, audit, `approval.${status}`, {
    subject: id,
    detail: {
      act,
      object: subject,
      proposer: personId ?? proposer.id,
      ...(problem && { problem }),
    },
  });
}

import { lockMerchant } from '../../db/accounts/merchants';
import { findApprovalRules } from '../../db/approvals/approval-rules';
import { findStandingResolution } from '../../db/ledger/exceptions';
import { nameOf, type Part } from '../../domain/exception';
import { formatBaht } from '../../domain/money';
import { isRuled, type ApprovalDetail } from '../../domain/approval';
import { isPowerful, operatorTeam, type Realm, type RoleIn, type Team } from '../../domain/realm';
import type { Role } from '../../domain/role';
import type { inviteMember } from '../accounts/invite';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import { assigneeId } from '../exceptions/decide-exception';
import { liftsLimit } from '../merchants/decide-merchant';
import { findManualRefund, lockManualRefund, type ManualRefund } from '../payments/manual-refunds';
import { addAccount } from '../provider-accounts/change-accounts';
import { listRules, ruledAccounts } from '../provider-accounts/routing-rules';
import type { Proposals } from './acts';
import { inTransaction } from './decide-approval';
import { sameRequestWaits } from './request-approval';
import { runOrPropose, type Outcome } from './run-or-propose';

/*
 * Acts of operators that need the approval of another operator while OPERATOR_APPROVALS is on, and
 * of owners who add a member while their merchant has rules. Each carries the act out or requests
 * its approval, and throws the errors of its use case.
 */

const isOn = ({ config }: Deps): boolean => config.operators.approvals;

const about = (subject: string, detail: ApprovalDetail, merchantId: string | null = null) =>
  ({ realm: 'operator', merchantId, subject, detail }) as const;

function resolutionFacts(parts: readonly Part[] = []): ApprovalDetail {
  if (parts.length === 0) return {};
  const amountSatang = parts.reduce((sum, part) => sum + part.amountSatang, 0);
  const division = parts.map(({ as, amountSatang: part }) => `${as} ${formatBaht(part)}`);
  return { amountSatang, resolution: parts.length > 1 ? division.join(' + ') : nameOf(parts) };
}

/**
 * A resolution that only dismisses an exception needs no approval. The approver sees the division
 * and the assignee: they decide who gets the money.
 */
export const resolveOrPropose = (
  deps: Deps,
  audit: AuditContext,
  decision: Proposals['resolution'],
  merchantId: string | null,
): Promise<Outcome> => {
  const { parts, exceptionId, reason, rest = null, assignee = null } = decision;
  const needsApproval = isOn(deps) && parts.some(({ as }) => as !== 'dismiss');
  const detail = {
    ...resolutionFacts(parts),
    ...(assignee && { assignee: assigneeId(assignee) }),
    ...(rest !== null && { rest }),
    reason,
  };
  const facts = about(exceptionId, detail, merchantId);
  return runOrPropose(deps, audit, needsApproval, 'resolution', decision, facts);
};

/** The approver sees the resolution that is corrected: another one is not corrected instead. */
export const correctOrPropose = async (
  deps: Deps,
  audit: AuditContext,
  asked: Pick<Proposals['correction'], 'exceptionId' | 'reason'>,
  merchantId: string | null,
): Promise<Outcome> => {
  const { exceptionId, reason } = asked;
  const standing = await findStandingResolution(deps.db, exceptionId);
  const correction = { ...asked, ...(standing && { resolutionId: standing.id }) };
  const facts = about(exceptionId, { ...resolutionFacts(standing?.parts), reason }, merchantId);
  return runOrPropose(deps, audit, isOn(deps), 'correction', correction, facts);
};

/** A first limit and a lower one need no approval. */
export const setLimitOrPropose = async (
  deps: Deps,
  audit: AuditContext,
  change: Proposals['limit'],
): Promise<Outcome> => {
  const { merchantId, limitSatang } = change;
  const needsApproval = isOn(deps) && (await liftsLimit(deps, merchantId, limitSatang));
  const facts = about(merchantId, { limitSatang }, merchantId);
  return runOrPropose(deps, audit, needsApproval, 'limit', change, facts);
};

export const inviteOwnerOrPropose = (
  deps: Deps,
  audit: AuditContext,
  invited: Proposals['owner'],
): Promise<Outcome> => {
  const { merchantId, email } = invited;
  const facts = about(merchantId, { email }, merchantId);
  return runOrPropose(deps, audit, isOn(deps), 'owner', invited, facts);
};

const merchantOf = ({ merchantId }: Team): string => {
  if (merchantId === null) throw new Error('the team is not of a merchant');
  return merchantId;
};

/**
 * Whether a merchant's rules demand an approval of a member who may approve or propose: otherwise
 * an owner could act under a second name, and propose and approve alone.
 */
const needsSecond = async (
  { db, vault }: Deps,
  merchantId: string,
  role: RoleIn[Realm],
): Promise<boolean> =>
  isPowerful('merchant', role) && isRuled(await findApprovalRules(db, vault, merchantId));

/** Every operator, and a member who may approve or propose, can need an approval. */
export async function inviteMemberOrPropose(
  deps: Deps,
  audit: AuditContext,
  team: Team,
  invited: Parameters<typeof inviteMember>[3],
): Promise<Outcome> {
  const { email, role } = invited;
  if (team.realm === 'merchant') {
    const merchantId = merchantOf(team);
    const facts = { realm: 'merchant', merchantId, subject: email, detail: { role } } as const;
    return inTransaction(deps, async (within) => {
      // Rules that commit first apply to this invitation; later ones wait for it and end it.
      await lockMerchant(within.db, merchantId);
      const needed = await needsSecond(within, merchantId, role);
      return runOrPropose(within, audit, needed, 'member', { ...invited, merchantId }, facts);
    });
  }
  const proposal = invited as Proposals['operator'];
  // Also a viewer reads the orders of every merchant.
  return runOrPropose(deps, audit, isOn(deps), 'operator', proposal, about(email, { role }));
}

/** A role that may approve or propose can need an approval. */
export async function changeRoleOrPropose(
  deps: Deps,
  audit: AuditContext,
  team: Team,
  personId: string,
  role: RoleIn[Realm],
): Promise<Outcome> {
  if (team.realm === 'merchant') {
    const merchantId = merchantOf(team);
    const needed = await needsSecond(deps, merchantId, role);
    const facts = { realm: 'merchant', merchantId, subject: personId, detail: { role } } as const;
    const proposal = { merchantId, personId, role: role as Role };
    return runOrPropose(deps, audit, needed, 'member_role', proposal, facts);
  }
  const proposal = { personId, role } as Proposals['operator_role'];
  const needsApproval = isOn(deps) && isPowerful(operatorTeam.realm, role);
  const facts = about(personId, { role });
  return runOrPropose(deps, audit, needsApproval, 'operator_role', proposal, facts);
}

/** `shown` has the settings that are no secrets. Returns the account's id; null when proposed. */
export const addAccountOrPropose = async (
  deps: Deps,
  audit: AuditContext,
  asked: Proposals['account'],
  shown: ApprovalDetail,
): Promise<string | null> => {
  if (!isOperators(deps, audit)) return addAccount(deps, audit, asked);
  const { connector, label, merchantId } = asked;
  const facts = about(label, { connector, ...shown }, merchantId);
  await runOrPropose(deps, audit, true, 'account', asked, facts);
  return null;
};

export const changeAccountOrPropose = (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['account_change'],
  shown: ApprovalDetail,
): Promise<Outcome> => {
  const { label, priority, settings = {} } = proposal.change;
  const detail = {
    ...(label === undefined ? {} : { label }),
    ...(priority === undefined ? {} : { priority }),
    settings: Object.keys(settings).join(' '),
    ...shown,
  };
  const facts = about(proposal.accountId, detail);
  return runOrPropose(deps, audit, isOperators(deps, audit), 'account_change', proposal, facts);
};

/** Closing an account is a protection and needs no approval. */
export const setAccountStatusOrPropose = (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['account_status'],
): Promise<Outcome> => {
  const { accountId, status } = proposal;
  const needsApproval = isOperators(deps, audit) && status === 'on';
  const facts = about(accountId, { status });
  return runOrPropose(deps, audit, needsApproval, 'account_status', proposal, facts);
};

/** Callbacks at the former URL, or with a former secret, would no longer be accepted. */
export const removeFormerOrPropose = (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['account_former'],
): Promise<Outcome> => {
  const { accountId, secret } = proposal;
  const facts = about(accountId, secret === null ? {} : { settings: secret });
  return runOrPropose(deps, audit, isOperators(deps, audit), 'account_former', proposal, facts);
};

/** Disabling a merchant protects, and needs no approval. */
export const enableMerchantOrPropose = (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['merchant_enabled'],
): Promise<Outcome> => {
  const { merchantId, reason } = proposal;
  const facts = about(merchantId, { reason }, merchantId);
  return runOrPropose(deps, audit, isOn(deps), 'merchant_enabled', proposal, facts);
};

/** The approver sees the rule: the account decides to whom a merchant's money goes. */
export const changeRoutingOrPropose = async (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['routing'],
): Promise<Outcome> => {
  const { merchantId, change } = proposal;
  const rule =
    proposal.change === 'add'
      ? proposal.rule
      : (await listRules(deps, merchantId))[proposal.named.position - 1];
  const named = ruledAccounts(deps, merchantId).find(({ id }) => id === rule?.accountId);
  const detail = {
    change,
    ...(rule && {
      account: named === undefined ? rule.accountId : `${named.label} (${named.id})`,
      when: JSON.stringify(rule.when),
    }),
  };
  const facts = about(merchantId, detail, merchantId);
  return runOrPropose(deps, audit, isOn(deps), 'routing', proposal, facts);
};

/**
 * A refund recorded as paid is booked as money that has left. Throws Problem `state_conflict` while
 * a proposal waits. The refund is locked until the proposal is committed, so that it is not
 * released meanwhile: its transfer has been made.
 */
export const payRefundOrPropose = async (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals['refund_paid'],
): Promise<Outcome> => {
  const { refundId, bankReference } = proposal;
  const act = (within: Deps, refund: ManualRefund) => {
    const { merchantId, amountSatang, bankName: bank, accountMask: account } = refund;
    const facts = about(refundId, { amountSatang, bank, account, bankReference }, merchantId);
    return runOrPropose(within, audit, isOn(deps), 'refund_paid', proposal, facts);
  };
  if (!isOn(deps)) return act(deps, await findManualRefund(deps, refundId));
  return deps.db.transaction(async (db) => {
    const refund = await lockManualRefund({ db }, refundId);
    // Before the insert, which would wait for an approval that waits for this lock: a deadlock.
    if (refund.proposal?.status === 'pending') throw sameRequestWaits();
    return act({ ...deps, db }, refund);
  });
};

/** Merchants change accounts of their own without an approval. */
const isOperators = (deps: Deps, { actor }: AuditContext): boolean =>
  isOn(deps) && actor.kind !== 'user';

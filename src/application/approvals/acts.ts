import { approveApiKey } from '../../db/accounts/api-keys';
import type { LockedApproval } from '../../db/approvals/approvals';
import type { AccountStatus } from '../../db/providers/provider-accounts';
import { approveRequest } from '../../db/orders/provider-requests';
import { enqueueWake } from '../../db/outbox/messages';
import type { ApprovalAct, ApprovalRules } from '../../domain/approval';
import type { RoutingRule } from '../../domain/routing';
import type { OperatorRole } from '../../domain/operator';
import { Problem } from '../../domain/problem';
import { operatorTeam } from '../../domain/realm';
import type { Role } from '../../domain/role';
import { inviteMember, inviteOwner } from '../accounts/invite';
import type { AuditContext } from '../accounts/record-audit-event';
import { changeTeamMember } from '../accounts/team';
import type { Deps } from '../deps';
import {
  correctDecision,
  decideException,
  type ExceptionDecision,
} from '../exceptions/decide-exception';
import { setMerchantLimit, setMerchantStatus } from '../merchants/decide-merchant';
import { decideManualRefund } from '../payments/decide-manual-refund';
import {
  addAccount,
  changeAccount,
  removeFormerSecrets,
  removePreviousToken,
  setAccountStatus,
} from '../provider-accounts/change-accounts';
import { addRule, raiseRule, removeRule, type NamedRule } from '../provider-accounts/routing-rules';
import { writeApprovalRules } from './write-approval-rules';

type Language = Parameters<typeof inviteMember>[3]['language'];

/** The stored arguments of each act, as its use case takes them. */
export interface Proposals {
  readonly member: Parameters<typeof inviteMember>[3] & { readonly merchantId: string };
  readonly member_role: {
    readonly merchantId: string;
    readonly personId: string;
    readonly role: Role;
  };
  readonly rules: { readonly merchantId: string; readonly rules: ApprovalRules };
  readonly resolution: ExceptionDecision;
  readonly correction: {
    readonly exceptionId: string;
    readonly reason: string;
    /** Absent when no resolution stands. */
    readonly resolutionId?: string;
  };
  readonly limit: { readonly merchantId: string; readonly limitSatang: number | null };
  readonly owner: {
    readonly merchantId: string;
    readonly email: string;
    readonly language: Language;
  };
  readonly operator: {
    readonly email: string;
    readonly role: OperatorRole;
    readonly language: Language;
  };
  readonly operator_role: { readonly personId: string; readonly role: OperatorRole };
  readonly account: Parameters<typeof addAccount>[2];
  readonly account_change: {
    readonly accountId: string;
    readonly change: Parameters<typeof changeAccount>[3];
    /** `digestOfAccount` that the form showed. */
    readonly digest: string;
  };
  readonly account_status: { readonly accountId: string; readonly status: AccountStatus };
  /**
   * Ends what is accepted beside the present callback URL (null), or beside the present value of
   * the named secret.
   */
  readonly account_former: { readonly accountId: string; readonly secret: string | null };
  readonly merchant_enabled: { readonly merchantId: string; readonly reason: string };
  readonly routing: { readonly merchantId: string } & (
    | { readonly change: 'add'; readonly rule: RoutingRule }
    | { readonly change: 'raise' | 'remove'; readonly named: NamedRule }
  );
  readonly refund_paid: { readonly refundId: string; readonly bankReference: string };
}

export type ProposedAct = keyof Proposals;

type Run<A extends ProposedAct> = (
  deps: Deps,
  audit: AuditContext,
  proposal: Proposals[A],
  isAdmin: boolean,
) => Promise<unknown>;

export const runs: { readonly [A in ProposedAct]: Run<A> } = {
  member: (deps, audit, { merchantId, ...invited }) =>
    inviteMember(deps, audit, { realm: 'merchant', merchantId }, invited),
  member_role: (deps, audit, { merchantId, personId, role }) =>
    changeTeamMember(deps, audit, { realm: 'merchant', merchantId }, personId, role),
  rules: (deps, audit, { merchantId, rules }) => writeApprovalRules(deps, audit, merchantId, rules),
  resolution: (deps, audit, decision) => decideException(deps, audit, decision),
  correction: (deps, audit, correction) => correctDecision(deps, audit, correction),
  limit: (deps, audit, { merchantId, limitSatang }, isAdmin) =>
    setMerchantLimit(deps, audit, merchantId, { limitSatang, isAdmin }),
  owner: (deps, audit, { merchantId, ...invited }, isAdmin) =>
    inviteOwner(deps, audit, merchantId, { ...invited, isAdmin }),
  operator: (deps, audit, invited) => inviteMember(deps, audit, operatorTeam, invited),
  operator_role: (deps, audit, { personId, role }) =>
    changeTeamMember(deps, audit, operatorTeam, personId, role),
  account: (deps, audit, asked) => addAccount(deps, audit, asked),
  account_change: (deps, audit, { accountId, change, digest }) =>
    changeAccount(deps, audit, accountId, change, digest),
  account_status: (deps, audit, { accountId, status }) =>
    setAccountStatus(deps, audit, accountId, status),
  account_former: (deps, audit, { accountId, secret }) =>
    secret === null
      ? removePreviousToken(deps, audit, accountId)
      : removeFormerSecrets(deps, audit, accountId, secret),
  merchant_enabled: (deps, audit, { merchantId, reason }) =>
    setMerchantStatus(deps, audit, merchantId, { status: 'active', reason }),
  routing: (deps, audit, { merchantId, ...asked }) => {
    if (asked.change === 'add') return addRule(deps, audit, merchantId, asked.rule);
    const change = asked.change === 'raise' ? raiseRule : removeRule;
    return change(deps, audit, merchantId, asked.named);
  },
  refund_paid: (deps, audit, { refundId, bankReference }) =>
    decideManualRefund(deps, audit, refundId, { kind: 'paid', bankReference }),
};

export const isProposed = (act: ApprovalAct): act is ProposedAct => Object.hasOwn(runs, act);

/**
 * For what exists before its approval takes effect: a withdrawal or a refund is submitted, a key
 * authenticates requests. Throws Problem `state_conflict` when it has ended.
 */
export async function approveWaiting(
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

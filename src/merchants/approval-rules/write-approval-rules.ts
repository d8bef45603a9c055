import { endMembersInvitations } from '../../people/store/invitations';
import { findApprovalRules, setApprovalRules } from '../../kernel/approvals/store/approval-rules';
import {
  isRuled,
  type ApprovalDetail,
  type ApprovalRules,
} from '../../kernel/approvals/rules/approval';
import { isPowerful, realms } from '../../kernel/rules/realm';
import { recordEnded } from '../team/invite';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import { maskedPayee } from '../payees';

/** For people and the audit log: accounts are masked. */
export const rulesDetail = ({ payees, ...rules }: ApprovalRules): ApprovalDetail => ({
  ...rules,
  ...(payees.length > 0 && { payees: payees.map(maskedPayee).join(', ') }),
});

/**
 * Records the audit event. First rules end the open invitations of people who may approve or
 * propose, because one person made them. Their transaction locks the merchant.
 */
export async function writeApprovalRules(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchantId: string,
  rules: ApprovalRules,
): Promise<void> {
  const isFirst =
    isRuled(rules) && !isRuled(await findApprovalRules(deps.db, deps.vault, merchantId));
  await setApprovalRules(deps.db, deps.vault, merchantId, rules);
  await recordAuditEvent(deps, deps.db, audit, 'approval.rules_set', {
    subject: merchantId,
    detail: rulesDetail(rules),
  });
  if (!isFirst) return;
  const powerful = realms.merchant.roles.filter((role) => isPowerful('merchant', role));
  const ended = await endMembersInvitations(deps.db, deps.vault, merchantId, powerful);
  await recordEnded(deps, deps.db, audit, 'merchant', ended);
}

import { setApprovalRules } from '../../db/approvals/approval-rules';
import type { ApprovalRules } from '../../domain/approval';
import { recordAuditEvent } from '../accounts/record-audit-event';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';

/** Sets the rules of a merchant, with the audit event. */
export async function writeApprovalRules(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchantId: string,
  rules: ApprovalRules,
): Promise<void> {
  await setApprovalRules(deps.db, merchantId, rules);
  await recordAuditEvent(deps, deps.db, audit, 'approval.rules_set', {
    subject: merchantId,
    detail: { ...rules },
  });
}

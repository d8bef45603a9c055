import { listMembers } from '../../db/accounts/memberships';
import { lockMerchant } from '../../db/accounts/merchants';
import { findApprovalRules } from '../../db/approvals/approval-rules';
import { isLowered } from '../../domain/approval';
import type { ApprovalRules } from '../../domain/approval';
import { Problem } from '../../domain/problem';
import { mayActAs } from '../../domain/realm';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import { requestApproval } from './request-approval';
import { writeApprovalRules } from './write-approval-rules';

export type { ApprovalRules };
export { findApprovalRules };

/**
 * Sets which acts of a merchant need an approval. Rules that protect less than the present ones are
 * only proposed: another person has to approve them. Throws Problem `too_few_approvers` when nobody
 * could approve, and `state_conflict` while a change is proposed.
 */
export async function changeApprovalRules(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchantId: string,
  rules: ApprovalRules,
): Promise<'set' | 'proposed'> {
  return deps.db.transaction(async (trx) => {
    await lockMerchant(trx, merchantId);
    if (isLowered(await findApprovalRules(trx, merchantId), rules)) {
      await requestApproval(deps, trx, audit, {
        realm: 'merchant',
        merchantId,
        act: 'rules',
        subject: merchantId,
        detail: { ...rules },
        proposal: { merchantId, rules },
      });
      return 'proposed';
    }
    const members = await listMembers(trx, deps.vault, { realm: 'merchant', merchantId });
    const deciders = members.filter(({ role }) =>
      mayActAs({ realm: 'merchant', role }, 'approver'),
    );
    if (deciders.length < 2) throw new Problem('too_few_approvers');
    await writeApprovalRules({ ...deps, db: trx }, audit, merchantId, rules);
    return 'set';
  });
}

import { listMembers } from '../../db/accounts/memberships';
import { lockMerchant } from '../../db/accounts/merchants';
import { findApprovalRules } from '../../db/approvals/approval-rules';
import type { Db } from '../../db/postgres/connect';
import { isLowered, isRuled, type ApprovalRules } from '../../domain/approval';
import { Problem } from '../../domain/problem';
import { mayActAs } from '../../domain/realm';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import { requestApproval } from './request-approval';
import { rulesDetail, writeApprovalRules } from './write-approval-rules';

export type { ApprovalRules };
export { findApprovalRules };

/**
 * Rules that protect less than the present ones are only proposed: another person has to approve
 * them. Throws Problem `too_few_approvers` when nobody could approve, and `state_conflict` while a
 * change is proposed.
 */
export async function changeApprovalRules(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  merchantId: string,
  rules: ApprovalRules,
): Promise<'set' | 'proposed'> {
  return deps.db.transaction(async (trx) => {
    await lockMerchant(trx, merchantId);
    const before = await findApprovalRules(trx, deps.vault, merchantId);
    const isProposed = isLowered(before, rules);
    if (!isProposed || !isRuled(before)) await demandDeciders(deps, trx, merchantId);
    if (!isProposed) {
      await writeApprovalRules({ ...deps, db: trx }, audit, merchantId, rules);
      return 'set';
    }
    await requestApproval(deps, trx, audit, {
      realm: 'merchant',
      merchantId,
      act: 'rules',
      subject: merchantId,
      detail: rulesDetail(rules),
      proposal: { merchantId, rules },
    });
    return 'proposed';
  });
}

/** Throws Problem `too_few_approvers`. */
async function demandDeciders(
  { vault }: Pick<Deps, 'vault'>,
  trx: Db,
  merchantId: string,
): Promise<void> {
  const members = await listMembers(trx, vault, { realm: 'merchant', merchantId });
  const deciders = members.filter(({ role }) => mayActAs({ realm: 'merchant', role }, 'approver'));
  if (deciders.length < 2) throw new Problem('too_few_approvers');
}

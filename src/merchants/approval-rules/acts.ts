import { listMembers } from '../../people/store/memberships';
import { lockMerchant } from '../../kernel/merchants/store';
import { findApprovalRules } from '../../kernel/approvals/store/approval-rules';
import { isLowered, isRuled, type ApprovalRules } from '../../kernel/approvals/rules/approval';
import { Problem } from '../../kernel/rules/problem';
import { mayActAs } from '../../kernel/rules/realm';
import { rulesDetail, writeApprovalRules } from './write-approval-rules';
import type { Deps } from '../../deps';
import { act } from '../../kernel/acts/act';

type Stores = Pick<Deps, 'db' | 'vault'>;

interface Change {
  readonly merchantId: string;
  readonly rules: ApprovalRules;
}

const isLowering = async ({ db, vault }: Stores, { merchantId, rules }: Change): Promise<boolean> =>
  isLowered(await findApprovalRules(db, vault, merchantId), rules);

/** Throws Problem `too_few_approvers`. */
async function demandDeciders({ db, vault }: Stores, merchantId: string): Promise<void> {
  const members = await listMembers(db, vault, { realm: 'merchant', merchantId });
  const deciders = members.filter(({ role }) => mayActAs({ realm: 'merchant', role }, 'approver'));
  if (deciders.length < 2) throw new Problem('too_few_approvers');
}

/** Rules that protect less than the present ones need the approval of another person. */
const rules = act<Change>({
  title: { en: 'Fewer approvals', th: 'ลดการอนุมัติ' },
  realm: 'merchant',
  role: 'owner',
  stepUp: 'required',
  /** Nobody can set rules that nobody could fulfil. A merchant that has rules can lower them. */
  async before(within, change) {
    await lockMerchant(within.db, change.merchantId);
    const before = await findApprovalRules(within.db, within.vault, change.merchantId);
    const isProposed = isLowered(before, change.rules);
    if (!isProposed || !isRuled(before)) await demandDeciders(within, change.merchantId);
  },
  needsApproval: (deps, _audit, change) => isLowering(deps, change),
  facts: (_deps, { merchantId, rules: asked }) => ({
    merchantId,
    subject: merchantId,
    detail: rulesDetail(asked),
  }),
  run: (deps, audit, { merchantId, rules: asked }) =>
    writeApprovalRules(deps, audit, merchantId, asked),
});

export const ruleActs = { rules };

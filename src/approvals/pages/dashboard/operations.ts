import { z } from 'zod';
import { findApprovalRules } from '../../find-approvals';
import { findKeys } from '../../../merchants/api-keys';
import { readPayees } from '../../../merchants/read-key-limits';
import { editedPayees } from '../../../merchants/payees';
import { says } from '../../../contract/fields';
import { isTeamKey } from '../../../kernel/approvals/rules/approval';
import { readBaht } from '../../../kernel/rules/money';
import { allows } from '../../../kernel/rules/permission';
import { approvalOperations, approvalsScreen, type ApprovalSite } from '../operations';
import { lines, removedPayees } from '../../../pages/kit/fields';
import { actForm, pages } from '../../../pages/dashboard/frame/page';
import type { SectionName } from '../../../pages/dashboard/frame/sections';
import { orderPath } from '../../../orders/pages/parts';
import type { FrameTexts } from '../../../pages/dashboard/frame/texts';
import { rulesView } from './rules-view';

const PATH = '/dashboard/approvals';

/** Baht with optional separators; empty is null. */
const baht = z.string(says('missing_parameter')).transform((typed, context): number | null => {
  if (typed.trim() === '') return null;
  const satang = readBaht(typed);
  if (satang !== null && satang > 0) return satang;
  context.addIssue({ code: 'custom', message: 'invalid_amount' });
  return z.NEVER;
});

const on = z
  .literal('on')
  .optional()
  .transform((value) => value !== undefined);

const site: ApprovalSite<'merchant', FrameTexts, SectionName> = {
  realm: 'merchant',
  pages,
  section: 'approvals',
  path: PATH,
  linkTo({ act, subject }) {
    if (act === 'key') return '/dashboard/developers/keys';
    return act === 'withdrawal' || act === 'refund' ? orderPath(act, subject) : null;
  },
  async below(deps, context, refusal) {
    const { merchant } = context.session;
    const rules = await findApprovalRules(deps.db, deps.vault, merchant.id);
    const refused = (await findKeys(deps, merchant)).filter(
      ({ maker, permissions }) =>
        !isTeamKey(maker) &&
        (allows(permissions, 'withdrawals:write') || allows(permissions, 'refunds:write')),
    );
    return rulesView(context, { rules, refusedKeys: refused.length }, refusal);
  },
};

export const dashboardApprovalOperations = [
  ...approvalOperations(site),

  actForm({
    act: 'rules',
    name: 'changeApprovalRules',
    summary: 'Set which acts need the approval of another person',
    path: PATH,
    fields: z.object({
      from: baht,
      day: baht,
      keys_from: baht.default(null),
      keys_waiting: baht.default(null),
      new_payees: on,
      removed: removedPayees,
      payees: lines,
      withdraw_keys: on,
    }),
    errors: ['invalid_amount', 'invalid_payees', 'too_few_approvers'],
    async input({ fields }, { session }, deps) {
      const { id: merchantId } = session.merchant;
      const { payees: listed } = await findApprovalRules(deps.db, deps.vault, merchantId);
      const edit = { added: readPayees(fields.payees), removed: fields.removed ?? [] };
      const rules = {
        fromSatang: fields.from,
        daySatang: fields.day,
        keysFromSatang: fields.keys_from,
        keysWaitingSatang: fields.keys_waiting,
        newPayees: fields.new_payees,
        payees: editedPayees(listed, edit),
        withdrawKeys: fields.withdraw_keys,
      };
      return { merchantId, rules };
    },
    back: () => PATH,
    done: 'approval_rules_set',
    onError: (deps, context, refusal) => approvalsScreen(site, deps, context, refusal),
  }),
];

import type { ApprovalAct } from '../../../kernel/approvals/rules/approval';
import { approvalOperations } from '../operations';
import { findExceptionDetail } from '../../../exceptions/find-order-detail';
import { findProposedDecision } from '../../find-proposed-decision';
import { proposedDecision } from '../../../exceptions/pages/resolve-view';
import { pages } from '../../../pages/console/frame/page';
import { secondOperatorNotice } from './second-operator';

const pathOf: Readonly<Partial<Record<ApprovalAct, (subject: string) => string>>> = {
  resolution: (id) => `/console/exceptions/${id}`,
  correction: (id) => `/console/exceptions/${id}`,
  limit: (id) => `/console/merchants/${id}`,
  owner: (id) => `/console/merchants/${id}`,
  account_change: (id) => `/console/provider-accounts/${id}`,
  account_status: (id) => `/console/provider-accounts/${id}`,
  account_former: (id) => `/console/provider-accounts/${id}`,
  merchant_enabled: (id) => `/console/merchants/${id}`,
  routing: (id) => `/console/merchants/${id}/routing`,
  refund_paid: (id) => `/console/refunds/${id}`,
  operator: () => '/console/settings/operators',
  operator_role: () => '/console/settings/operators',
};

export const consoleApprovalOperations = approvalOperations({
  realm: 'operator',
  pages,
  section: 'approvals',
  path: '/console/approvals',
  above: secondOperatorNotice,
  async explain(deps, context, approval) {
    const proposed = await findProposedDecision(deps, approval);
    if (proposed === null || approval.status !== 'pending') return null;
    const detail = await findExceptionDetail(deps, approval.subject);
    return proposedDecision(context, detail, proposed, approval.act === 'correction');
  },
  linkTo: ({ act, subject }) => pathOf[act]?.(subject) ?? null,
});

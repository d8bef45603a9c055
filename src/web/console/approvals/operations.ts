import type { ApprovalAct } from '../../../domain/approval';
import { approvalOperations } from '../../kit/approvals/operations';
import { pages } from '../frame/page';

/** The page of the object of an operators' proposal. */
const pathOf: Readonly<Partial<Record<ApprovalAct, (subject: string) => string>>> = {
  resolution: (id) => `/console/exceptions/${id}`,
  correction: (id) => `/console/exceptions/${id}`,
  limit: (id) => `/console/merchants/${id}`,
  owner: (id) => `/console/merchants/${id}`,
  account_change: (id) => `/console/provider-accounts/${id}`,
  account_status: (id) => `/console/provider-accounts/${id}`,
  refund_paid: (id) => `/console/refunds/${id}`,
  operator: () => '/console/settings/operators',
  operator_role: () => '/console/settings/operators',
};

export const consoleApprovalOperations = approvalOperations({
  realm: 'operator',
  pages,
  section: 'approvals',
  path: '/console/approvals',
  linkTo: ({ act, subject }) => pathOf[act]?.(subject) ?? null,
});

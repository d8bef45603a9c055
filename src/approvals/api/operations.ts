import { listApprovals } from '../find-approvals';
import { approvalObject } from '../../kernel/events/rules/event-bodies';
import { presentCursorPage } from '../../http/pagination';
import { readOperation } from '../../http/read-operation';
import { approvalPage, approvalsQuery } from './schema';

/** API keys read approvals and never decide. */
export const approvalOperations = [
  readOperation({
    name: 'listApprovals',
    summary: 'List requests for the approval of another person, newest first',
    family: 'qr',
    path: '/Thai/v1/approvals',
    permission: 'approvals:read',
    query: approvalsQuery,
    schema: approvalPage,
    exampleQuery: { status: 'pending', limit: 20 },
    async read(deps, { caller, query: { limit, cursor, status = null } }) {
      const scope = { realm: 'merchant', merchantId: caller.id } as const;
      const slice = { limit, after: cursor ?? null };
      const page = await listApprovals(deps.db, { scope, status }, slice);
      return { approvals: page.items.map(approvalObject), ...presentCursorPage(page, limit) };
    },
  }),
];

import { z } from 'zod';
import { approval, approvalStatus } from '../../contract/approval';
import { cursorFields } from '../../contract/described-fields';
import { cursorQuery } from '../../http/pagination';

export const approvalsQuery = z.object({
  ...cursorQuery,
  status: approvalStatus.optional().describe('Only approvals with this status.'),
});

export const approvalPage = z
  .object({
    approvals: z.array(approval).describe('Newest first.'),
    ...cursorFields,
  })
  .meta({ id: 'ApprovalPage' });

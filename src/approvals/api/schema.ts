import { z } from 'zod';
import { approval, approvalStatus } from '../../contract/approval';
import { wholeNumber } from '../../contract/fields';
import { cursor } from '../../http/cursor';

export const approvalsQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  cursor: cursor.optional(),
  status: approvalStatus.optional(),
});

export const approvalPage = z
  .object({
    approvals: z.array(approval),
    limit: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ApprovalPage' });

import { z } from 'zod';
import { createdAt } from './described-fields';
import { approvalStatuses, merchantActs } from '../kernel/approvals/rules/approval';

export const approvalStatus = z.enum(approvalStatuses).meta({
  description:
    '`failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back.',
});

const expiresAt = z.iso
  .datetime()
  .describe('Until when somebody can decide. It then expires, and nothing is sent.');

export const orderApproval = z
  .object({ status: approvalStatus, expires_at: expiresAt })
  .nullable()
  .meta({
    description:
      'Null: it needs no approval. Until another person approves it, the amount is held and ' +
      'nothing is sent.',
  });

export const approval = z
  .object({
    approval_id: z.string().describe('The id of the approval.'),
    act: z.enum(merchantActs).describe('What needs the approval.'),
    object_id: z
      .string()
      .describe('The id of the withdrawal, refund or other object that the approval concerns.'),
    amount: z.number().nullable().describe('In baht. Null for an act without an amount.'),
    status: approvalStatus,
    proposed_by: z.string().describe('The id of the API key or of the user who proposed it.'),
    created_at: createdAt,
    expires_at: expiresAt,
    decided_at: z.iso.datetime().nullable().describe('When it ended. Null while it is pending.'),
  })
  .meta({ id: 'Approval' });

import { z } from 'zod';
import { approvalStatuses, merchantActs } from '../kernel/approvals/rules/approval';

export const approvalStatus = z.enum(approvalStatuses).meta({
  description:
    '`failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back.',
});

export const orderApproval = z
  .object({ status: approvalStatus, expires_at: z.iso.datetime() })
  .nullable()
  .meta({
    description:
      'Null: it needs no approval. Until another person approves it, the amount is held and ' +
      'nothing is sent.',
  });

export const approval = z
  .object({
    approval_id: z.string(),
    act: z.enum(merchantActs),
    /** The withdrawal, refund or other object that the approval concerns. */
    object_id: z.string(),
    /** Baht; null for an act without an amount. */
    amount: z.number().nullable(),
    status: approvalStatus,
    proposed_by: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Approval' });

import type { z } from 'zod';
import type { Withdrawal } from '../find-withdrawal';
import { feeObject, orderApprovalObject } from '../../../kernel/events/rules/event-bodies';
import { satangToBaht } from '../../../kernel/rules/money';
import type { withdrawal } from './schema';

export function presentWithdrawal(row: Withdrawal): z.input<typeof withdrawal> {
  return {
    orderId: row.id,
    status: row.status,
    amount: satangToBaht(row.amountSatang),
    amount_reversed: satangToBaht(row.reversedSatang),
    ...feeObject(row.fee),
    currency: 'THB',
    username: row.username,
    bankName: row.bankName,
    bankCode: row.bankCode,
    accountNumber: row.accountMask,
    failure: row.failure,
    approval: orderApprovalObject(row.approval),
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

import type { Withdrawal } from '../../../../application/payouts/find-withdrawal';
import { browseWithdrawals } from '../../../../application/orders/list-orders';
import type { WithdrawalState } from '../../../../domain/orders/withdrawal';
import { orderPath, statusBadge } from '../parts';
import type { ListDefinition } from './definition';

export const withdrawals: ListDefinition<Withdrawal, WithdrawalState> = {
  noun: 'withdrawals',
  kind: 'withdrawal',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  hasPayers: false,
  browse: browseWithdrawals,
  row: (withdrawal, language) => ({
    path: orderPath('withdrawal', withdrawal.id),
    name: withdrawal.username,
    detail: withdrawal.id,
    about: `${withdrawal.bankName} ${withdrawal.accountMask}`,
    status: statusBadge(language, 'withdrawal', withdrawal.status),
    statusNote: null,
    warning: null,
    amountSatang: withdrawal.amountSatang,
    amountNote: null,
  }),
  columns: {
    order_id: ({ id }) => id,
    created_at: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    username: ({ username }) => username,
    bank_name: ({ bankName }) => bankName,
    account_number: ({ accountMask }) => accountMask,
    completed_at: ({ completedAt }) => completedAt,
    failure_code: ({ failure }) => failure?.code ?? null,
  },
};

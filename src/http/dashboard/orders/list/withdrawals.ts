import type { Withdrawal } from '../../../../application/find-withdrawal';
import { listWithdrawals } from '../../../../application/list-orders';
import type { WithdrawalState } from '../../../../domain/withdrawal';
import { orderPath, statusBadge } from '../parts';
import type { ListDefinition } from './definition';

export const withdrawals: ListDefinition<Withdrawal, WithdrawalState> = {
  noun: 'withdrawals',
  kind: 'withdrawal',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  find: listWithdrawals,
  row: (withdrawal, language) => ({
    path: orderPath('withdrawal', withdrawal.id),
    name: withdrawal.username,
    detail: withdrawal.id,
    about: `${withdrawal.bankName} ${withdrawal.accountMask}`,
    status: statusBadge(language, 'withdrawal', withdrawal.status),
    statusNote: null,
    amountSatang: withdrawal.amountSatang,
    amountNote: null,
  }),
};

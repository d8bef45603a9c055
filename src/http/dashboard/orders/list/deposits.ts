import type { Deposit } from '../../../../application/find-deposit';
import { listDeposits } from '../../../../application/list-orders';
import type { PaymentState } from '../../../../domain/payment';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import type { ListDefinition } from './definition';

export const deposits: ListDefinition<Deposit, PaymentState> = {
  noun: 'deposits',
  kind: 'deposit',
  statuses: ['succeeded', 'pending', 'expired', 'failed'],
  find: listDeposits,
  row: (deposit, language) => ({
    path: orderPath('deposit', deposit.id),
    name: deposit.userName,
    detail: deposit.id,
    about: `${deposit.bankName} ${deposit.accountMask}`,
    status: statusBadge(language, 'deposit', deposit.status),
    statusNote: deposit.late ? ordersTexts[language].late : null,
    amountSatang: deposit.amountSatang,
    amountNote: null,
  }),
};

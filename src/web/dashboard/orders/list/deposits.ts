import type { Deposit } from '../../../../application/deposits/find-deposit';
import { browseDeposits } from '../../../../application/orders/list-orders';
import type { PaymentState } from '../../../../domain/orders/payment';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import type { ListDefinition } from './definition';

export const deposits: ListDefinition<Deposit, PaymentState> = {
  noun: 'deposits',
  kind: 'deposit',
  statuses: ['succeeded', 'pending', 'expired', 'failed'],
  hasPayers: true,
  browse: browseDeposits,
  row: (deposit, language) => ({
    path: orderPath('deposit', deposit.id),
    name: deposit.userName,
    detail: deposit.id,
    about: `${deposit.bankName} ${deposit.accountMask}`,
    status: statusBadge(language, 'deposit', deposit.status),
    statusNote: deposit.late ? ordersTexts[language].late : null,
    warning: deposit.payerMatches === false ? ordersTexts[language].otherPayer : null,
    amountSatang: deposit.amountSatang,
    amountNote: null,
  }),
  columns: {
    order_id: ({ id }) => id,
    created_at: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    amount_received: ({ receivedSatang }) => BigInt(receivedSatang),
    ref: ({ ref }) => ref,
    username: ({ userName }) => userName,
    bank_name: ({ bankName }) => bankName,
    account_number: ({ accountMask }) => accountMask,
    late: ({ late }) => late,
    payer_matches: ({ payerMatches }) => payerMatches,
    completed_at: ({ completedAt }) => completedAt,
    failure_code: ({ failure }) => failure?.code ?? null,
  },
};

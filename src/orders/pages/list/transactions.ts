import { browseTransactions, type Transaction } from '../../transactions/list-transactions';
import { transactionIdOf } from '../../../kernel/events/rules/event-bodies';
import type { TransactionStatus } from '../../transactions/rules/transaction';
import { kindTexts } from '../kind-texts';
import { orderPath, statusBadge } from '../parts';
import { zoned } from '../../../pages/kit/files/columns';
import type { ListDefinition } from './definition';

export const transactions: ListDefinition<Transaction, TransactionStatus> = {
  kind: 'transaction',
  statuses: ['succeeded', 'pending', 'refunded', 'failed'],
  hasPayers: false,
  browse: browseTransactions,
  row: ({ id, type, status, amountSatang }, language) => ({
    path: orderPath(type, id),
    name: transactionIdOf(id),
    detail: null,
    about: kindTexts[language][type].label,
    status: statusBadge(language, 'transaction', status),
    statusNote: null,
    warning: null,
    amountSatang,
    amountNote: null,
  }),
  columns: {
    transaction_id: ({ id }) => transactionIdOf(id),
    payment_id: ({ paymentId }) => paymentId,
    type: ({ type }) => type,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    [zoned('created_at')]: ({ createdAt }) => createdAt,
    [zoned('completed_at')]: ({ completedAt }) => completedAt,
  },
};

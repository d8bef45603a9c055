import { listTransactions } from '../../../../application/list-orders';
import type { Transaction } from '../../../../application/list-orders';
import { transactionIdOf } from '../../../../domain/events';
import type { TransactionStatus } from '../../../../domain/transaction';
import { orderPath, statusBadge } from '../parts';
import { listTexts } from './texts';
import type { ListDefinition } from './definition';

export const transactions: ListDefinition<Transaction, TransactionStatus> = {
  noun: 'transactions',
  kind: 'transaction',
  statuses: ['succeeded', 'pending', 'refunded', 'failed'],
  find: listTransactions,
  row: ({ id, type, status, amountSatang }, language) => ({
    path: orderPath(type, id),
    name: transactionIdOf(id),
    detail: null,
    about: listTexts[language].types[type],
    status: statusBadge(language, 'transaction', status),
    statusNote: null,
    amountSatang,
    amountNote: null,
  }),
};

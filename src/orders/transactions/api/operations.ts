import { listTransactions } from '../list-transactions';
import { sliceOf } from '../../../http/pagination';
import { listOperation } from '../../../http/read-operation';

import { presentTransaction } from './present';
import { transactionPage, transactionsQuery } from './schema';

export const transactionOperations = [
  listOperation({
    name: 'listTransactions',
    summary: 'List payments and refunds, newest first',
    family: 'qr',
    path: '/Thai/v1/transactions',
    permission: 'transactions:read',
    query: transactionsQuery,
    schema: transactionPage,
    exampleQuery: { type: 'refund', limit: 20 },
    list: (deps, caller, { type, ...query }) =>
      listTransactions(deps, caller, {
        ...sliceOf(query),
        ...(type === undefined ? {} : { type }),
      }),
    present: (items) => ({ transactions: items.map(presentTransaction) }),
  }),
];

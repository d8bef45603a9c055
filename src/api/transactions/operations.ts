import { listTransactions } from '../../application/orders/list-orders';
import { operation } from '../../http/operation';
import { sliceOf } from '../../http/pagination';
import { json } from '../../http/reply';
import { presentTransactionPage } from './present';
import { transactionPage, transactionsQuery } from './schema';

export const transactionOperations = [
  operation({
    name: 'listTransactions',
    summary:
      'Payments and refunds, newest first; follow next_cursor to page while new ones come in',
    family: 'qr',
    method: 'GET',
    path: '/Thai/v1/transactions',
    auth: 'merchant',
    query: transactionsQuery,
    success: { status: 200, schema: transactionPage },
    example: { query: { type: 'refund', limit: 20 } },
    errors: [],
    async respond(deps, { caller, query }) {
      const { type } = query;
      const page = await listTransactions(deps, caller, {
        ...sliceOf(query),
        ...(type === undefined ? {} : { type }),
      });
      return json(200, presentTransactionPage(page, query));
    },
  }),
];

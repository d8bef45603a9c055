import { listed } from '../list-orders';
import * as transactions from './store/transactions';

export type { Transaction } from './store/transactions';

export const { page: listTransactions, browse: browseTransactions } = listed<
  transactions.Transaction,
  transactions.TransactionFilter
>(transactions.listTransactions);

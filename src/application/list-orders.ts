import * as deposits from '../db/deposits';
import type { Deposit } from '../db/deposits';
import type { Db } from '../db/connect';
import type { Merchant } from '../db/merchants';
import type { OrderFilter, Page, RangeFilter, Slice } from '../db/order-page';
import * as orders from '../db/orders';
import type { Payment } from '../db/orders';
import * as refunds from '../db/refunds';
import type { Refund, RefundFilter } from '../db/refunds';
import * as transactions from '../db/transactions';
import type { Transaction, TransactionFilter } from '../db/transactions';
import * as withdrawals from '../db/withdrawals';
import type { Withdrawal } from '../db/withdrawals';
import type { Deps } from './deps';

export type { Page, Transaction };

/** What a list is asked for: a filter without its merchant, and a part of what it lets through. */
type Query<Filter> = Omit<Filter, 'merchantId'> & Slice;

type List<Filter, Item> = (db: Db, filter: Filter, slice: Slice) => Promise<Page<Item>>;

/** A page of what is a merchant's own, newest first. */
const listOf =
  <Item, Filter extends RangeFilter = OrderFilter>(list: List<Filter, Item>) =>
  async (deps: Pick<Deps, 'db'>, merchant: Merchant, query: Query<Filter>): Promise<Page<Item>> => {
    const { limit, offset, after, ...filter } = query;
    const own = { ...filter, merchantId: merchant.id } as unknown as Filter;
    return list(deps.db, own, { limit, offset, after });
  };

export const listPayments = listOf<Payment>(orders.listPayments);
export const listDeposits = listOf<Deposit>(deposits.listDeposits);
export const listWithdrawals = listOf<Withdrawal>(withdrawals.listWithdrawals);
export const listRefunds = listOf<Refund, RefundFilter>(refunds.listRefunds);
export const listTransactions = listOf<Transaction, TransactionFilter>(
  transactions.listTransactions,
);

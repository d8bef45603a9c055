import * as deposits from '../db/deposits';
import type { Deposit } from '../db/deposits';
import type { Db } from '../db/connect';
import type { Merchant } from '../db/merchants';
import type { OrderFilter, Page, Slice } from '../db/order-page';
import * as orders from '../db/orders';
import type { Payment } from '../db/orders';
import * as withdrawals from '../db/withdrawals';
import type { Withdrawal } from '../db/withdrawals';
import type { Deps } from './deps';

export type { Page };

export interface OrderQuery extends Omit<OrderFilter, 'merchantId'>, Slice {}

type List<Item> = (db: Db, filter: OrderFilter, slice: Slice) => Promise<Page<Item>>;

/** A page of a merchant's own orders of one kind, newest first. */
const listOf =
  <Item>(list: List<Item>) =>
  async (
    deps: Pick<Deps, 'db'>,
    merchant: Merchant,
    { limit, offset, after, ...filter }: OrderQuery,
  ): Promise<Page<Item>> =>
    list(deps.db, { ...filter, merchantId: merchant.id }, { limit, offset, after });

export const listPayments = listOf<Payment>(orders.listPayments);
export const listDeposits = listOf<Deposit>(deposits.listDeposits);
export const listWithdrawals = listOf<Withdrawal>(withdrawals.listWithdrawals);

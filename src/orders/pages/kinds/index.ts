import { orderKinds, type OrderKind } from '../../rules/kinds';
import type { Operation } from '../../../http/operation';
import { listOperations } from '../list/operations';
import { transactions } from '../list/transactions';
import type { FindShown } from '../timeline/shown-order';
import { depositPages } from './deposit';
import { paymentPages } from './payment';
import { refundPages } from './refund';
import { withdrawalPages } from './withdrawal';

interface KindPages {
  readonly list: readonly Operation[];
  readonly find: FindShown;
}

export const kindPages: Readonly<Record<OrderKind, KindPages>> = {
  payment: paymentPages,
  deposit: depositPages,
  withdrawal: withdrawalPages,
  refund: refundPages,
};

export const orderListOperations: readonly Operation[] = [
  ...orderKinds.flatMap((kind) => kindPages[kind].list),
  ...listOperations(transactions),
];

import {
  paymentEventBody,
  refundEventBody,
  withdrawalEventBody,
  type EventHead,
} from '../../kernel/events/rules/event-bodies';
import type { OrderKind } from '../rules/kinds';
import type { MaskedPayer } from '../deposit/rules/payer-match';
import type { Pipeline } from '../../platform/postgres/connect';
import type { LockedOrder } from './lock-order';
import { findRefundDetails } from '../refund/store/refunds';
import { findPayee } from '../withdrawal/store/withdrawals';

type EventBody = (
  trx: Pipeline,
  head: EventHead,
  order: LockedOrder,
  payer: MaskedPayer | null,
) => Promise<string>;

export const eventBodies: Readonly<Record<OrderKind, EventBody>> = {
  payment: async (_trx, head, order, payer) =>
    paymentEventBody(head, { ...order, payer, kind: 'payment' }),
  deposit: async (_trx, head, order, payer) =>
    paymentEventBody(head, { ...order, payer, kind: 'deposit' }),
  withdrawal: async (trx, head, order) =>
    withdrawalEventBody(head, { ...order, ...(await findPayee(trx, order.id)) }),
  refund: async (trx, head, order) =>
    refundEventBody(head, { ...order, ...(await findRefundDetails(trx, order.id)) }),
};

import {
  paymentEventBody,
  refundEventBody,
  withdrawalEventBody,
  type EventHead,
} from '../../domain/event-bodies';
import type { OrderKind } from '../../domain/orders';
import type { MaskedPayer } from '../../domain/payer-match';
import type { Pipeline } from '../postgres/connect';
import type { Order } from './orders';
import { findRefundDetails } from './refunds';
import { findPayee } from './withdrawals';

type EventBody = (
  trx: Pipeline,
  head: EventHead,
  order: Order,
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

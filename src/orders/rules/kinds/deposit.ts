import type { OrderDefinition } from './definition';
import { payment, type PaymentState, type PaymentTransition } from './payment';

/** Paid on the hosted page, with slips. Has the states and events of a payment. */
export const deposit = {
  ...payment,
  workflows: { default: 'deposit', inquired: 'inquiredDeposit' },
  request: 'charge',
  defaultMethod: null,
  expirable: false,
  refundable: false,
  idPrefix: null,
  notFound: 'order_not_found',
  callbackPath: '/deposit/gw/webhook',
  ref2: 'DEPOSIT',
} as const satisfies OrderDefinition<PaymentState, PaymentTransition>;

import type { OrderDefinition } from './definition';
import { payment } from './payment';
import type { PaymentState, PaymentTransition } from './payment';

/** A payment on the hosted page, with slips. It has the states and events of a payment. */
export const deposit = {
  ...payment,
  workflows: { default: 'deposit' },
  defaultMethod: null,
  expirable: false,
  refundable: false,
} as const satisfies OrderDefinition<PaymentState, PaymentTransition>;

import type { OrderDefinition } from './definition';
import { payment } from './payment';
import type { PaymentState, PaymentTransition } from './payment';

/** A payment on a page of ours, with slips: it has the states and the events of a payment. */
export const deposit = {
  ...payment,
  workflows: { default: 'deposit' },
  defaultMethod: null,
  expirable: false,
  refundable: false,
} as const satisfies OrderDefinition<PaymentState, PaymentTransition>;

import type { OrderDefinition } from './definition';
import { payoutMachine, type WithdrawalState, type WithdrawalTransition } from './withdrawal';

export type RefundState = WithdrawalState;

/** Counted from the completion of the payment. */
export const REFUND_WINDOW_DAYS = 365;

/** The states of a withdrawal. Only the final ones have events. */
export const refundMachine = payoutMachine({
  processed: null,
  succeeded: 'refund.completed',
  failed: 'refund.failed',
});

/** To the payer of a payment. The refund's share of the payment is reserved at its creation. */
export const refund = {
  machine: refundMachine,
  direction: 'out',
  createdEvent: null,
  adjustedEvent: 'refund.adjusted',
  failure: { code: 'refund_failed', message: 'The bank did not make the refund.' },
  workflows: { default: 'refund' },
  request: 'refund',
  defaultMethod: null,
  expirable: false,
  refundable: false,
  reducesPayment: true,
  idPrefix: 're_',
  notFound: 'refund_not_found',
  callbackPath: '/refund/gw/webhook',
  ref2: null,
} as const satisfies OrderDefinition<RefundState, WithdrawalTransition>;
